import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSearchFilters } from './use-search-filters';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function start(query = '') {
  window.history.replaceState(null, '', `/search${query}`);
  const wrapper = ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>;
  const { result } = renderHook(
    () => ({ controls: useSearchFilters(), location: useLocation(), navigate: useNavigate() }),
    { wrapper },
  );
  return {
    get filters() {
      return result.current.controls.filters;
    },
    get query() {
      return Object.fromEntries(new URLSearchParams(window.location.search));
    },
    do: (action: (controls: ReturnType<typeof useSearchFilters>) => void) =>
      act(() => action(result.current.controls)),
    go: (to: string) => act(() => result.current.navigate(to)),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

/** Waits for history.back(), whose event is not on the fake clock. */
async function back() {
  await act(async () => {
    const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    vi.advanceTimersByTime(1);
    await arrived;
  });
}

describe('filters of the search page', () => {
  it('start with the URL', () => {
    expect(start('?name=ana&style=Forr%C3%B3&city=Vit%C3%B3ria&page=3').filters).toEqual({
      name: 'ana',
      style: 'Forró',
      city: 'Vitória',
      page: 3,
    });
  });

  it('change at once, on page 1, and reach the URL 500 ms after the last key', () => {
    const search = start('?page=2');
    search.do(({ setName }) => setName('a'));
    expect(search.filters).toMatchObject({ name: 'a', page: 1 });
    search.wait(400);
    search.do(({ setName }) => setName('an'));
    search.wait(499);
    expect(search.query).toEqual({ page: '2' });
    search.wait(1);
    expect(search.query).toEqual({ name: 'an' });
  });

  it('reach the URL 100 ms after a city and 250 ms after a style', () => {
    const search = start();
    search.do(({ setCity }) => setCity('Vitória'));
    search.wait(99);
    expect(search.query).toEqual({});
    search.wait(1);
    expect(search.query).toEqual({ city: 'Vitória' });
    search.do(({ setStyle }) => setStyle('Zouk'));
    search.wait(249);
    expect(search.query).toEqual({ city: 'Vitória' });
    search.wait(1);
    expect(search.query).toEqual({ city: 'Vitória', style: 'Zouk' });
  });

  it('keep all of several quick changes', () => {
    const search = start();
    search.do(({ setStyle }) => setStyle('Zouk'));
    search.do(({ setCity }) => setCity('Vitória'));
    search.do(({ setName }) => setName('ana'));
    expect(search.filters).toEqual({ name: 'ana', style: 'Zouk', city: 'Vitória', page: 1 });
    search.wait(500);
    expect(search.query).toEqual({ name: 'ana', style: 'Zouk', city: 'Vitória' });
    expect(search.filters).toEqual({ name: 'ana', style: 'Zouk', city: 'Vitória', page: 1 });
  });

  it('write the page number at once, and omit page 1', () => {
    const search = start();
    search.do(({ setPage }) => setPage(2));
    expect(search.query).toEqual({ page: '2' });
    search.do(({ setPage }) => setPage(1));
    expect(search.query).toEqual({});
  });

  it('go back one choice at a time, without typed text', async () => {
    const search = start();
    search.do(({ setName }) => setName('ana'));
    search.wait(500);
    search.do(({ setCity }) => setCity('Vitória'));
    search.wait(100);
    search.do(({ setPage }) => setPage(2));
    expect(search.query).toEqual({ name: 'ana', city: 'Vitória', page: '2' });
    await back();
    expect(search.filters).toEqual({ name: 'ana', style: '', city: 'Vitória', page: 1 });
    await back();
    expect(search.filters).toEqual({ name: 'ana', style: '', city: '', page: 1 });
  });

  it('reach the URL before a link is followed', () => {
    const search = start();
    search.do(({ setName }) => setName('ana'));
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '#';
    act(() => link.click());
    link.remove();
    expect(search.query).toEqual({ name: 'ana' });
  });

  it('follow a link to the plain search page', () => {
    const search = start('?name=ana');
    search.do(({ setCity }) => setCity('Vitória'));
    search.go('/search');
    expect(search.filters).toEqual({ name: '', style: '', city: '', page: 1 });
    search.wait(1_000);
    expect(search.query).toEqual({});
  });

  it('are cleared together', () => {
    const search = start('?name=ana&style=Zouk&city=Vit%C3%B3ria&page=2');
    search.do(({ clear }) => clear());
    expect(search.filters).toEqual({ name: '', style: '', city: '', page: 1 });
    search.wait(100);
    expect(window.location.pathname + window.location.search).toBe('/search');
  });

  it('keep at most 80 characters of a name', () => {
    const search = start();
    search.do(({ setName }) => setName('x'.repeat(500)));
    expect(search.filters.name).toHaveLength(80);
  });
});
