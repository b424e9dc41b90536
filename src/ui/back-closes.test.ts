import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { Layer } from './back-closes';

const runs = Number(process.env.BACK_RUNS ?? 300);

interface Entry {
  state: unknown;
  address: string;
}

/** A session history as browsers have it: writes are immediate, traversals arrive later, one after the other. */
class FakeHistory {
  entries: Entry[] = [];
  index = 0;
  private asked: number[] = [];

  constructor(addresses: readonly string[]) {
    this.entries = addresses.map((address, idx) => ({ state: { idx, key: `key-${idx}` }, address }));
    this.index = this.entries.length - 1;
  }
  get present(): Entry {
    return this.entries[this.index] ?? { state: null, address: '' };
  }
  get state(): unknown {
    return this.present.state;
  }
  pushState(state: unknown, _: string, address?: string): void {
    const next = { state: structuredClone(state), address: address ?? this.present.address };
    this.entries = [...this.entries.slice(0, this.index + 1), next];
    this.index += 1;
  }
  replaceState(state: unknown, _: string, address?: string): void {
    const next = { state: structuredClone(state), address: address ?? this.present.address };
    this.entries = this.entries.with(this.index, next);
  }
  go(delta: number): void {
    this.asked.push(delta);
  }
  /** Lets everything arrive that was asked for. */
  async arrive(): Promise<void> {
    await settled();
    for (let delta = this.asked.shift(); delta !== undefined; delta = this.asked.shift()) {
      const to = this.index + delta;
      if (to < 0 || to >= this.entries.length) continue;
      this.index = to;
      const event = new PopStateEvent('popstate', { state: this.state });
      vi.stubGlobal('event', event);
      window.dispatchEvent(event);
      await settled();
    }
  }
  /** The addresses that 'back' leads through, the present one last. */
  get path(): string[] {
    return this.entries.slice(0, this.index + 1).map(({ address }) => address);
  }
}

/** Some turns, since what closes in a microtask settles in a later one. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
}

let module: typeof import('./back-closes');
let pop: typeof import('./layer-pop')['layerPop'];
let unload: () => void = () => undefined;

/** A document of its own: the one before no longer listens. */
async function load(): Promise<void> {
  unload();
  vi.resetModules();
  // As in a browser: on the window, listeners are called in the order of their registration, and the router was first.
  window.removeEventListener('popstate', onRouterPop);
  window.addEventListener('popstate', onRouterPop);
  const listen = vi.spyOn(window, 'addEventListener');
  module = await import('./back-closes');
  pop = (await import('./layer-pop')).layerPop;
  const heard = listen.mock.calls.filter(([type]) => type === 'popstate');
  listen.mockRestore();
  unload = () => {
    for (const call of heard) window.removeEventListener(...call);
  };
}

let history: FakeHistory;
/** The address that the router shows. */
let shown: string;
let count = 0;

async function begin(...addresses: string[]): Promise<void> {
  history = new FakeHistory(addresses);
  shown = history.present.address;
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', {
    get href() {
      return history.present.address;
    },
  });
  await load();
}

const onRouterPop = () => {
  if (!pop.isPresent()) shown = history.present.address;
};

/** As React Router writes. */
function navigate(address: string, replace = false): void {
  const { idx } = (history.state ?? {}) as { idx?: number };
  count += 1;
  const state = { idx: (idx ?? 0) + (replace ? 0 : 1), key: `write-${count}` };
  if (replace) history.replaceState(state, '', address);
  else history.pushState(state, '', address);
  shown = history.present.address;
}

class Sheet implements Layer {
  private open = true;
  private asks: boolean;
  private readonly remove: () => void;
  constructor(asks = false) {
    this.asks = asks;
    this.remove = module.addLayer(this);
  }
  isOpen(): boolean {
    return this.open;
  }
  /** As a native dialog: it says later that it is closed, and is then taken out. */
  close(): void {
    if (this.asks) {
      this.asks = false;
      return;
    }
    this.leave();
  }
  leave(): void {
    this.open = false;
    module.settleLayers();
    this.remove();
  }
}

const back = async () => {
  await settled();
  history.go(-1);
  await history.arrive();
};

afterEach(() => {
  unload();
  window.removeEventListener('popstate', onRouterPop);
  vi.unstubAllGlobals();
});

it("'back' closes an open sheet and stays on the page; the next one leaves it", async () => {
  await begin('/', '/search');
  const sheet = new Sheet();
  await back();
  expect(sheet.isOpen()).toBe(false);
  expect(history.path).toEqual(['/', '/search']);
  await back();
  expect(shown).toBe('/');
});

it('closing otherwise leaves no entry behind, however soon the next write comes', async () => {
  await begin('/', '/search');
  const sheet = new Sheet();
  await history.arrive();
  sheet.leave();
  await settled();
  navigate('/agenda');
  await history.arrive();
  expect(history.path).toEqual(['/', '/search', '/agenda']);
  expect(shown).toBe('/agenda');
  expect(history.state).toEqual({ idx: 2, key: `write-${count}` });
  await back();
  expect(shown).toBe('/search');
});

it('choices that are written into the address stay, each to be undone, whichever way the sheet closes', async () => {
  for (const closes of [(_: Sheet) => back(), (sheet: Sheet) => sheet.leave()]) {
    await begin('/', '/search');
    const sheet = new Sheet();
    await history.arrive();
    navigate('/search?style=Zouk');
    navigate('/search?style=Zouk&name=a', true);
    navigate('/search?style=Zouk&name=a&city=Serra');
    expect(history.path.slice(0, 2)).toEqual(['/', '/search']);
    await closes(sheet);
    await history.arrive();
    expect(history.path).toEqual([
      '/',
      '/search',
      '/search?style=Zouk&name=a',
      '/search?style=Zouk&name=a&city=Serra',
    ]);
    expect(shown).toBe('/search?style=Zouk&name=a&city=Serra');
  }
});

it('a dialog that asks before it closes is still there, and asked again by the next press', async () => {
  await begin('/', '/admin');
  const sheet = new Sheet(true);
  await back();
  expect(sheet.isOpen()).toBe(true);
  await back();
  expect(sheet.isOpen()).toBe(false);
  expect(history.path).toEqual(['/', '/admin']);
});

it('an entry that a closed sheet has left ahead leads nowhere', async () => {
  await begin('/', '/search');
  new Sheet();
  await back();
  history.go(1);
  await history.arrive();
  expect(history.path).toEqual(['/', '/search']);
  expect(shown).toBe('/search');
});

it('a document that was loaded anew under an open sheet keeps the choices and loses the extra entry', async () => {
  await begin('/', '/search');
  new Sheet();
  await history.arrive();
  navigate('/search?style=Zouk');
  Reflect.deleteProperty(history, 'pushState');
  Reflect.deleteProperty(history, 'replaceState');
  await load();
  await history.arrive();
  expect(history.path).toEqual(['/', '/search', '/search?style=Zouk']);
});

type Step =
  | { kind: 'open'; asks: boolean }
  /** By its own button; not always the topmost one. */
  | { kind: 'close'; which: number }
  /** One question after the other. */
  | { kind: 'swap' }
  | { kind: 'write'; replace: boolean }
  | { kind: 'back' }
  | { kind: 'forward' };

const step: fc.Arbitrary<Step & { waits: boolean }> = fc
  .tuple(
    fc.oneof(
      fc.record({ kind: fc.constant('open' as const), asks: fc.boolean() }),
      fc.record({ kind: fc.constant('close' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('swap' as const) }),
      fc.record({ kind: fc.constant('write' as const), replace: fc.boolean() }),
      fc.record({ kind: fc.constant('back' as const) }),
      fc.record({ kind: fc.constant('forward' as const) }),
    ),
    fc.boolean(),
  )
  .map(([one, waits]) => ({ ...one, waits }));

it('whatever is opened, closed, written and gone back in, the history is the one without sheets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (program) => {
      await begin('/');
      const sheets: Sheet[] = [];
      /** The entries of the same history without sheets. */
      let wanted = ['/'];
      let ahead: string[] = [];
      let written = 0;
      const open = async (asks: boolean) => {
        sheets.push(new Sheet(asks));
        ahead = [];
        await history.arrive();
      };
      for (const one of program) {
        if (one.kind === 'open') await open(one.asks);
        else if (one.kind === 'close') sheets.splice(one.which % Math.max(sheets.length, 1), 1)[0]?.leave();
        else if (one.kind === 'swap') {
          sheets.pop()?.leave();
          await open(false);
        } else if (one.kind === 'write') {
          written += 1;
          const address = `/${written}`;
          navigate(address, one.replace);
          if (one.replace) wanted = wanted.with(-1, address);
          else wanted.push(address);
          if (!one.replace) ahead = [];
        } else if (one.kind === 'back') {
          const top = sheets.at(-1);
          if (top) {
            await back();
            if (!top.isOpen()) sheets.pop();
          } else if (wanted.length > 1) {
            await back();
            ahead.unshift(...wanted.splice(-1));
          }
        } else {
          await settled();
          history.go(1);
          await history.arrive();
          wanted.push(...ahead.splice(0, 1));
        }
        if (one.waits) await history.arrive();
        expect(shown).toBe(wanted.at(-1));
      }
      for (const sheet of sheets) sheet.leave();
      await history.arrive();
      expect(history.path).toEqual(wanted);
      expect(JSON.stringify(history.entries.slice(0, history.index + 1))).not.toContain('layers');
      expect(history.present.address).toBe(shown);
    }),
    { numRuns: runs },
  );
});
