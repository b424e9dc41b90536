import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPortraitTravel } from './portrait-travel';

/** The stage that the router enters, as it was set. */
const stage = vi.hoisted(() => ({
  enter: (_navigation: { action: string; pathname: string }, render: () => void) => render(),
  committed: (): void => undefined,
}));
vi.mock('./browser-router', () => ({ setStage: (next: object) => Object.assign(stage, next) }));

let isReduced = false;
/** The names given to elements when a snapshot is taken: before the navigation, and after it. */
let snapshots: string[][] = [];
let skipped = 0;

const names = () =>
  [...document.querySelectorAll<HTMLElement>('[data-portrait]')].map((one) => one.style.viewTransitionName);

/** Stands in for the browser: snapshot, update in a later task, snapshot, animation. */
function startViewTransition(update: () => Promise<void>) {
  snapshots.push(names());
  const done = Promise.resolve()
    .then(update)
    .then(() => void snapshots.push(names()));
  return { ready: done, finished: done, skipTransition: () => skipped++ };
}

const LIST = `<main><article data-app-card><span data-portrait="m"></span><p>Marina</p><a data-app-link>Conhecer</a></article>
  <article data-app-card><span data-portrait="z"></span><a data-app-link>Conhecer</a></article></main>`;
const PAGE = '<main><header><span data-portrait="m"></span></header></main>';

function draw(html: string): void {
  document.body.innerHTML = html;
}

/** Navigates like the router: renders, and reports the commit unless the page is slow. */
function go(action: 'PUSH' | 'POP', pathname: string, html: string, isSlow = false): void {
  stage.enter({ action, pathname }, () => {
    rendered.push(pathname);
    if (isSlow) return;
    draw(html);
    stage.committed();
  });
}
let rendered: string[] = [];

/** Runs `navigate` inside a click on the element. */
function clickOn(selector: string, navigate: () => void): void {
  document.addEventListener('click', navigate, { once: true });
  document.querySelector<HTMLElement>(selector)?.click();
}
const openMarina = (isSlow = false, selector = 'article p') =>
  clickOn(selector, () => go('PUSH', '/teachers/marina', PAGE, isSlow));

beforeEach(() => {
  vi.useFakeTimers();
  snapshots = [];
  rendered = [];
  skipped = 0;
  isReduced = false;
  history.replaceState(null, '', '/search');
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 10, 80, 96));
  Object.assign(document, { startViewTransition });
  draw(LIST);
  startPortraitTravel();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'startViewTransition');
});

it('names the portrait of the tapped card alone, then that of the page, then none', async () => {
  openMarina();
  expect(rendered).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(rendered).toEqual(['/teachers/marina']);
  expect(snapshots).toEqual([['portrait', ''], ['portrait']]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(names()).toEqual(['']);
  expect(rendered).toEqual(['/teachers/marina']);
});

it('travels from the link of a card too, and from a face that is a link itself', async () => {
  openMarina(false, 'article a');
  await vi.advanceTimersByTimeAsync(1000);
  go('PUSH', '/', '<main><a data-app-link><span data-portrait="m"></span></a></main>');
  openMarina(false, 'a span');
  await vi.advanceTimersByTimeAsync(1000);
  expect(snapshots).toEqual([['portrait', ''], ['portrait'], ['portrait'], ['portrait']]);
});

it('travels back to the same card', async () => {
  openMarina();
  await vi.advanceTimersByTimeAsync(1000);
  snapshots = [];
  go('POP', '/search', LIST);
  await vi.advanceTimersByTimeAsync(1000);
  expect(snapshots).toEqual([['portrait'], ['portrait', '']]);
  expect(names()).toEqual(['', '']);
});

it('leaves other navigations alone', async () => {
  go('PUSH', '/teachers/marina', PAGE);
  expect(rendered).toEqual(['/teachers/marina']);
  go('POP', '/teachers/marina', PAGE);
  draw(LIST);
  clickOn('article p', () => go('PUSH', '/duvidas', PAGE));
  expect(rendered.at(-1)).toBe('/duvidas');
  expect(snapshots).toEqual([]);
});

it('does not begin with reduced motion', () => {
  isReduced = true;
  openMarina();
  expect(rendered).toEqual(['/teachers/marina']);
  expect(snapshots).toEqual([]);
});

it('gives up when the page is not there at once', async () => {
  openMarina(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(rendered).toEqual(['/teachers/marina']);
  expect(skipped).toBe(1);
  expect(names()).toEqual(['', '']);
});

it('renders the page although the browser never begins, or breaks', async () => {
  Object.assign(document, {
    startViewTransition: () => ({
      ready: new Promise(() => undefined),
      finished: new Promise(() => undefined),
    }),
  });
  openMarina();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rendered).toEqual(['/teachers/marina']);

  draw(LIST);
  Object.assign(document, {
    startViewTransition: () => {
      throw new DOMException('broken', 'InvalidStateError');
    },
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  go('POP', '/search', LIST);
  openMarina();
  expect(rendered).toEqual(['/teachers/marina', '/search', '/teachers/marina']);
});

it('keeps the order when the next navigation comes before the transition has begun', async () => {
  openMarina();
  go('PUSH', '/duvidas', PAGE);
  expect(rendered).toEqual(['/teachers/marina', '/duvidas']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(rendered).toEqual(['/teachers/marina', '/duvidas']);
});
