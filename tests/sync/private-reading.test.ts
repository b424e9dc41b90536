/**
 * A person's own rows stay right on the phone, whatever a slow line, a cache or a damaged answer
 * does.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPrivateReplica } from '@/db/storage/replica';
import { RestFailure } from '@/lib/rest';
import { PrivateEngine, type PrivateEngineParts } from '@/sync/private/engine';
import { PRIVATE_STALE_AFTER, type PrivateHintListener } from '@/sync/private/puller';
import { ChangesRequest } from '@/sync/pull/changes';
import { Accounts, ANNA, BEN, Listener } from './support/accounts';
import { newBrowser } from './support/browser-globals';
import { rawStorage, until } from './support/phone';

const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const REQUEST = id(0xb1);
const OTHER = id(0xb2);

let accounts: Accounts;
let engines: PrivateEngine[];

beforeEach(() => {
  newBrowser();
  accounts = new Accounts();
  engines = [];
  accounts.profile(ANNA, 'Anna');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const engine of engines) await engine.stop();
  vi.restoreAllMocks();
});

const user = {
  userId: ANNA,
  accessToken: `${ANNA} 1`,
  expiresAt: Date.now() + 3_600_000,
};

function start(parts: Partial<PrivateEngineParts> = {}): { engine: PrivateEngine; listener: Listener } {
  const listener = new Listener();
  const engine = new PrivateEngine(listener, {
    openReplica: (userId) => openPrivateReplica(userId, { multiInstance: false }),
    call: accounts.call,
    changes: new ChangesRequest({ call: parts.call ?? accounts.call }),
    subscribe: () => ({ renew: () => undefined, stop: () => undefined }),
    ...parts,
  });
  engine.setVisible(true);
  engines.push(engine);
  void engine.setUser(user);
  return { engine, listener };
}

const requests = ({ now }: Listener) => (now?.lessonRequests ?? []).map((one) => one.id).sort();
const asked = (procedure: string) => accounts.calls.filter((call) => call.startsWith(`${procedure} `)).length;

/** Waits until all lists have been compared. */
async function compared(listener: Listener): Promise<void> {
  await until(
    () => listener.now?.notificationsKnown === true && asked('visible_ids_notifications') > 0,
    'the last list was asked for',
  );
}

describe('a row that cannot be read', () => {
  const damaged = (procedure: string, answer: Record<string, unknown>) => {
    if (procedure !== 'pull_lesson_requests') return answer;
    const rows = answer.rows as Record<string, unknown>[];
    return { ...answer, rows: rows.map((row) => (row.id === REQUEST ? { ...row, side: 'admin' } : row)) };
  };

  test('because one answer was damaged arrives with the next one', async () => {
    accounts.request(ANNA, OTHER);
    const { engine, listener } = start();
    await until(() => requests(listener).length === 1, 'the first is here');
    accounts.request(ANNA, REQUEST, { status: 'Recusado' });
    let left = 1;
    accounts.onAnswer = (procedure, answer) =>
      (answer.rows as { id: string }[] | undefined)?.some((row) => row.id === REQUEST) && left-- > 0
        ? damaged(procedure, answer)
        : answer;
    await engine.pull();
    expect(requests(listener)).toEqual([REQUEST, OTHER]);
    expect(listener.now?.unread).toBe(0);
  });

  test('keeps its older copy on the phone and is counted, until a release can read it', async () => {
    accounts.request(ANNA, REQUEST, { status: 'Pendente' });
    accounts.request(ANNA, OTHER);
    const { engine, listener } = start();
    await until(() => requests(listener).length === 2, 'both are here');
    accounts.onAnswer = damaged;
    accounts.request(ANNA, REQUEST, { status: 'Aceito' });
    accounts.request(ANNA, OTHER, { status: 'Recusado' });
    await engine.pull();
    const status = (one: string) => listener.now?.lessonRequests.find((row) => row.id === one)?.status;
    expect([status(REQUEST), status(OTHER), listener.now?.unread]).toEqual(['Pendente', 'Recusado', 1]);
    // The row is not requested again with every pull.
    const before = asked('pull_lesson_requests');
    await engine.pull();
    await engine.pull();
    expect(asked('pull_lesson_requests') - before).toBe(2);
    await engine.stop();
    // The row keeps its place; a server with a new epoch does not remove the older copy either.
    accounts.epoch = 'two';
    const next = start();
    await until(() => next.listener.now?.epochs.lesson_requests === 'two', 'the new epoch is read');
    await compared(next.listener);
    expect(requests(next.listener)).toEqual([REQUEST, OTHER]);
    expect(next.listener.now?.unread).toBe(1);
    await next.engine.stop();
    accounts.onAnswer = (_, answer) => answer;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 60 * 60_000);
    const last = new Listener();
    const engineOfTheNextDay = new PrivateEngine(last, {
      openReplica: (userId) => openPrivateReplica(userId, { multiInstance: false }),
      call: accounts.call,
      changes: new ChangesRequest({ call: accounts.call }),
      subscribe: () => ({ renew: () => undefined, stop: () => undefined }),
    });
    engines.push(engineOfTheNextDay);
    engineOfTheNextDay.setVisible(true);
    void engineOfTheNextDay.setUser({ ...user, expiresAt: Date.now() + 3_600_000 });
    await until(() => last.now?.unread === 0, 'it was read');
    expect(last.now?.lessonRequests.find((row) => row.id === REQUEST)?.status).toBe('Aceito');
  });
});

describe('a list of visible ids', () => {
  test('that lacks a row removes nothing from the phone: a pull decides', async () => {
    accounts.request(ANNA, REQUEST);
    const first = start();
    await compared(first.listener);
    await first.engine.stop();
    accounts.calls.length = 0;
    accounts.unlisted.add(REQUEST);
    const { engine, listener } = start();
    await compared(listener);
    await engine.pull();
    expect(requests(listener)).toEqual([REQUEST]);
    expect(listener.rows.every((rows) => !rows.lessonRequestsKnown || rows.lessonRequests.length === 1)).toBe(
      true,
    );
  });

  test('is confirmed by the pull: rows that the person may no longer see are removed, from the disk too', async () => {
    accounts.request(ANNA, REQUEST);
    accounts.request(ANNA, OTHER, { other_email: 'lia@x.test' });
    const first = start();
    await compared(first.listener);
    await first.engine.stop();
    accounts.hidden.add(REQUEST);
    const { listener } = start();
    await until(() => requests(listener).length === 1, 'it is gone');
    expect(requests(listener)).toEqual([OTHER]);
    expect(await rawStorage()).not.toContain('ben@x.test');
  });

  test('that names a missing row fetches it', async () => {
    accounts.request(ANNA, REQUEST);
    accounts.request(ANNA, OTHER);
    accounts.skipped.add(REQUEST);
    const { listener } = start();
    await until(() => requests(listener).length === 2, 'both are here');
    expect(requests(listener)).toEqual([REQUEST, OTHER]);
  });

  test('older than the phone’s rows, from a cache or a lagging replica, neither adds nor removes', async () => {
    const list = accounts.call('visible_ids_lesson_requests', {}, new AbortController().signal, `${ANNA} 1`);
    const old = (await list) as Record<string, unknown>;
    accounts.request(ANNA, REQUEST);
    accounts.onAnswer = (procedure, answer) => (procedure === 'visible_ids_lesson_requests' ? old : answer);
    const { engine, listener } = start();
    await compared(listener);
    const reads = asked('pull_lesson_requests');
    await engine.pull();
    expect(requests(listener)).toEqual([REQUEST]);
    // One pull and one more for the list: no row was read again because of it.
    expect(asked('pull_lesson_requests') - reads).toBe(2);
    accounts.onAnswer = (_, answer) => answer;
    accounts.hidden.add(REQUEST);
    await engine.pull();
    expect(requests(listener)).toEqual([]);
  });
});

test('a page that is older than the phone’s rows is requested again; a server that was set back is followed', async () => {
  accounts.request(ANNA, REQUEST);
  const { engine, listener } = start();
  await compared(listener);
  const behind = (by: number) => (procedure: string, answer: Record<string, unknown>) =>
    procedure === 'pull_lesson_requests' ? { ...answer, horizon: Number(answer.horizon) - by } : answer;
  accounts.onAnswer = behind(50);
  accounts.hidden.add(REQUEST);
  await engine.pull();
  expect(listener.now?.failing).toEqual(['lesson_requests']);
  expect(requests(listener)).toEqual([REQUEST]);
  await engine.pull();
  await engine.pull();
  expect(listener.now?.failing).toEqual([]);
  expect(requests(listener)).toEqual([]);
});

describe('a line of 1.5 kB a second', () => {
  /** Loses answers that would exceed a request's timeout, without waiting for it here. */
  const narrow: NonNullable<PrivateEngineParts['call']> = async (...args) => {
    const answer = await accounts.call(...args);
    if (JSON.stringify(answer).length > 20 * 1_500) throw new RestFailure('timeout', 'No answer in time');
    return answer;
  };

  test('fetches the requests before 480 notifications, and those in pages that it can carry', async () => {
    for (let n = 0; n < 480; n++) accounts.notify(ANNA, id(0x1000 + n), `Aviso ${n} ${'x'.repeat(150)}`);
    accounts.request(ANNA, REQUEST);
    accounts.evaluation(ANNA, id(0xe1), REQUEST);
    const { engine, listener } = start({ call: narrow });
    await until(() => listener.now?.evaluations.length === 1, 'the evaluation is here');
    expect(requests(listener)).toEqual([REQUEST]);
    expect(listener.now?.notifications.length).toBeLessThan(480);
    await until(async () => {
      await engine.pull();
      return listener.now?.notifications.length === 480;
    }, 'all notifications are here');
  });
});

test('one failing collection delays no other, and is retried automatically', async () => {
  accounts.request(ANNA, REQUEST);
  accounts.notify(ANNA, id(0xa1), 'Boas-vindas');
  let broken = true;
  const call: NonNullable<PrivateEngineParts['call']> = async (...args) => {
    if (broken && args[0] === 'pull_profile') throw new RestFailure('refused', 'timeout', 500, '57014');
    return accounts.call(...args);
  };
  const { listener } = start({ call });
  await until(() => listener.now?.notifications.length === 1, 'the last one is here');
  expect(requests(listener)).toEqual([REQUEST]);
  await until(() => listener.now?.failing.length === 1, 'the first has failed');
  expect(listener.now?.failing).toEqual(['profile']);
  broken = false;
  await until(() => listener.now?.profile?.name === 'Anna', 'the first is here too');
  expect(asked('pull_lesson_requests')).toBe(1);
});

test('another person’s rows are never accepted, even if a list names them', async () => {
  accounts.request(BEN, REQUEST);
  accounts.onAnswer = (procedure, answer) =>
    procedure === 'visible_ids_lesson_requests' ? { ...answer, ids: [REQUEST] } : answer;
  const { listener } = start();
  await compared(listener);
  expect(requests(listener)).toEqual([]);
  expect(await rawStorage()).not.toContain('ben@x.test');
});

describe('a visible page without hints', () => {
  /** Rests of half a minute and more are kept, to be ended by hand. */
  function heldRests() {
    const begin = globalThis.setTimeout;
    const rests: number[] = [];
    const held: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
      if (ms < 20_000 || ms > PRIVATE_STALE_AFTER) return begin(work, ms);
      rests.push(Math.round(ms / 10_000) * 10);
      held.push(work);
      return begin(() => undefined, 0);
    });
    const next = async (seconds: number) => {
      for (const work of held.splice(0)) work();
      await until(() => rests.length > 0, 'it rests');
      expect(rests.splice(0)).toEqual([seconds]);
    };
    return { next, rests };
  }

  test('pulls own rows every half a minute, ever less often while nothing comes, and rarely once hints come', async () => {
    const { next, rests } = heldRests();
    let heard: PrivateHintListener | null = null;
    const { listener } = start({
      subscribe: (_user, given) => {
        heard = given;
        return { renew: () => undefined, stop: () => undefined };
      },
    });
    await until(() => rests.length > 0, 'it rests');
    expect(rests.splice(0)).toEqual([30]);
    for (const seconds of [60, 120, 240, 300, 300]) await next(seconds);
    accounts.profile(ANNA, 'Anna Clara');
    await next(30);
    expect(listener.now?.profile?.name).toBe('Anna Clara');
    const hints = heard as PrivateHintListener | null;
    hints?.onConnected();
    await until(() => rests.length > 0, 'it rests');
    expect(rests.splice(0).at(-1)).toBe(300);
    hints?.onLost?.();
    await until(() => rests.length > 0, 'it rests');
    expect(rests.splice(0).at(-1)).toBe(30);
  });
});

test('a change whose hint overtakes an answer without it arrives at once, not with the next round of the timer', async () => {
  let heard: PrivateHintListener | null = null;
  let overtake: (() => void) | null = null;
  const slow: typeof accounts.call = async (procedure, ...rest) => {
    const answer = await accounts.call(procedure, ...rest);
    if (procedure !== 'pull_changes' || !overtake) return answer;
    overtake();
    overtake = null;
    // The hint is heeded while the answer is on its way.
    await new Promise((resolve) => setTimeout(resolve, 5));
    return answer;
  };
  const { engine, listener } = start({
    call: slow,
    subscribe: (_user, given) => {
      heard = given;
      return { renew: () => undefined, stop: () => undefined };
    },
  });
  await compared(listener);
  overtake = () => {
    accounts.request(ANNA, REQUEST);
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    (heard as PrivateHintListener | null)?.onHint('lesson_requests');
    random.mockRestore();
  };
  void engine.pull();
  await until(() => requests(listener).length === 1, 'the request is here');
});
