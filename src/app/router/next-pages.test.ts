import { afterEach, expect, it, vi } from 'vitest';
import { loadOutbox } from '@/outbox/load';
import { preloadLikely, preloadNext } from './lazy-pages';
import { foreseeTaps, startPreloading } from './next-pages';

vi.mock('./lazy-pages', () => ({ preloadLikely: vi.fn(), preloadNext: vi.fn() }));
vi.mock('@/outbox/load', () => ({ loadOutbox: vi.fn(async () => undefined) }));

afterEach(() => {
  document.body.innerHTML = '';
});

it('prefetches a touched link at once, and pages that most people open only when the network is free', async () => {
  document.body.innerHTML = '<form><input></form><a href="/duvidas">Dúvidas</a>';
  document.querySelector('input')?.focus();
  foreseeTaps();
  // The form was focused before the listeners existed.
  expect(loadOutbox).toHaveBeenCalledOnce();
  document.querySelector('a')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(preloadLikely).toHaveBeenCalledWith('/duvidas');
  expect(preloadNext).not.toHaveBeenCalled();
  startPreloading();
  expect(preloadNext).toHaveBeenCalledOnce();
});
