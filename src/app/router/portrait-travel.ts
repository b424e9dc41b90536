/**
 * Lets a teacher's portrait travel from the tapped card to the page, and back, by a view transition. A navigation never
 * depends on it: it is left out with reduced motion, without the API, and as soon as the new page is not there at once.
 */
import { matchesMedia } from '@/lib/browser/media';
import './portrait-travel.css';
import { logger } from '@/lib/logger';
import { setStage } from './browser-router';

/** Milliseconds to wait for the new page: the old one stands still meanwhile. */
const PATIENCE = 200;
/** Milliseconds after which the page is rendered although the browser has not begun the transition. */
const OVERDUE = 400;
const NAME = 'portrait';
const TEACHER = /^\/teachers\/[^/]+\/?$/;

/** The portrait of the card that is being clicked; null outside the click. */
let clicked: HTMLElement | null = null;
let here = '';
let arrived: () => void = () => undefined;
/** Renders a navigation that waits for its transition: the next one must not overtake it. */
let renderWaiting: () => void = () => undefined;

/** Call once. Does nothing where the browser has no view transitions. */
export function startPortraitTravel(): void {
  if (!('startViewTransition' in document)) return;
  here = location.pathname;
  document.addEventListener('click', rememberPortrait, { capture: true });
  setStage({ enter, committed: () => arrived() });
}

function rememberPortrait({ target }: MouseEvent): void {
  const within = target instanceof Element ? target : null;
  const card = within?.closest('[data-app-card]') ?? within?.closest('[data-app-link]');
  clicked = card?.querySelector<HTMLElement>('[data-portrait]') ?? null;
  setTimeout(() => {
    clicked = null;
  });
}

function enter({ action, pathname }: { action: string; pathname: string }, render: () => void): void {
  renderWaiting();
  const from = departing(action, pathname);
  here = pathname;
  if (from) travel(from, render);
  else render();
}

/** The portrait on the screen that the next page also shows; null when nothing is to travel. */
function departing(action: string, pathname: string): HTMLElement | null {
  if (document.visibilityState !== 'visible' || pathname === here) return null;
  if (matchesMedia('(prefers-reduced-motion: reduce)')) return null;
  const isBack = action === 'POP' && TEACHER.test(here);
  const from = isBack ? document.querySelector<HTMLElement>('main [data-portrait]') : clicked;
  return from && (isBack || TEACHER.test(pathname)) && isOnScreen(from) ? from : null;
}

function travel(from: HTMLElement, render: () => void): void {
  const { portrait } = from.dataset;
  let named = from;
  let isRendered = false;
  const renderOnce = () => {
    if (!isRendered) render();
    isRendered = true;
  };
  const name = (next: HTMLElement, text: string) => {
    named.style.viewTransitionName = '';
    named = next;
    named.style.viewTransitionName = text;
  };
  const overdue = setTimeout(renderOnce, OVERDUE);
  renderWaiting = renderOnce;
  name(from, NAME);
  try {
    const transition = document.startViewTransition(async () => {
      const isThere = nextCommit();
      renderOnce();
      const to = (await isThere) ? portraitOnScreen(portrait) : null;
      if (to) name(to, NAME);
      else transition.skipTransition();
    });
    // Rejects when it was skipped, by us or by the next navigation.
    transition.ready.catch((error: unknown) => logger.info('A portrait did not travel', error));
    transition.finished
      .catch((error: unknown) => logger.warn('A view transition failed', error))
      .finally(() => {
        clearTimeout(overdue);
        renderOnce();
        name(named, '');
      });
  } catch (error) {
    logger.warn('View transitions do not start', error);
    clearTimeout(overdue);
    renderOnce();
    name(named, '');
  }
}

/** True once the next page is in the document, false when it takes too long. */
function nextCommit(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE);
    arrived = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });
}

function portraitOnScreen(id: string | undefined): HTMLElement | null {
  const portraits = document.querySelectorAll<HTMLElement>(`main [data-portrait="${CSS.escape(id ?? '')}"]`);
  return [...portraits].find(isOnScreen) ?? null;
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}
