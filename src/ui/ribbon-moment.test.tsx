import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCelebrated } from '@/lib/celebrated';
import { replaceStorage } from '../../tests/support/page-storage';
import { RibbonMoment } from './ribbon-moment';

let isReduced = false;
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isReduced && query.includes('reduce') }));
});
afterEach(() => {
  cleanup();
  isReduced = false;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ribbon = () => document.querySelector('[data-ribbon-moment] svg');

async function drawn(): Promise<Element> {
  return await waitFor(() => {
    const svg = ribbon();
    if (!svg) throw new Error('no ribbon');
    return svg;
  });
}

/** Resolves once `count` events are on record. */
const recorded = (count: number) => waitFor(() => expect(readCelebrated()).toHaveLength(count));

it('draws the ribbon once for an event, hidden from screen readers, and removes it afterwards', async () => {
  const { unmount } = render(<RibbonMoment events={['request-sent:1']} />);
  const svg = await drawn();
  expect(svg.closest('[aria-hidden="true"]')).toBeTruthy();
  // The strokes end before the whole does.
  const [stroke] = svg.children;
  if (stroke) fireEvent.animationEnd(stroke);
  expect(ribbon()).toBe(svg);
  fireEvent.animationEnd(svg);
  expect(ribbon()).toBeNull();
  unmount();
  // A reload: only another event is drawn.
  render(<RibbonMoment events={['request-sent:1']} />);
  render(<RibbonMoment events={['request-sent:2']} />);
  await drawn();
  expect(document.querySelectorAll('[data-ribbon-moment]')).toHaveLength(1);
});

it('draws one ribbon for several events, and counts all of them as celebrated', async () => {
  const { rerender } = render(<RibbonMoment events={['a', 'b']} />);
  fireEvent.animationEnd(await drawn());
  rerender(<RibbonMoment events={['b']} />);
  rerender(<RibbonMoment events={['a', 'c']} />);
  await drawn();
  expect(readCelebrated()).toHaveLength(3);
});

it('draws nothing with reduced motion, and nothing later either', async () => {
  isReduced = true;
  const { unmount } = render(<RibbonMoment events={['a']} />);
  await recorded(1);
  expect(ribbon()).toBeNull();
  unmount();
  isReduced = false;
  render(<RibbonMoment events={['a', 'b']} />);
  await drawn();
});

it('waits for a tab in the background to be seen', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  render(<RibbonMoment events={['a']} />);
  expect(readCelebrated()).toEqual([]);
  visibility.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await drawn();
});

it('draws nothing where the phone keeps no record, which would repeat it at every visit', async () => {
  const refused = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  replaceStorage({ getItem: () => null, setItem: refused });
  render(<RibbonMoment events={['a']} />);
  await waitFor(() => expect(refused).toHaveBeenCalled());
  expect(ribbon()).toBeNull();
});

it('does nothing without an event', () => {
  render(<RibbonMoment events={[]} />);
  expect(ribbon()).toBeNull();
  expect(readCelebrated()).toEqual([]);
});
