import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { APP_CARD, APP_LINK, useLinkClicks } from './use-link-clicks';

afterEach(() => {
  cleanup();
  getSelection()?.removeAllRanges();
  vi.restoreAllMocks();
});

function Links() {
  const around = useRef<HTMLDivElement>(null);
  useLinkClicks(around);
  const { pathname, search } = useLocation();
  return (
    <div ref={around}>
      <output>{pathname + search}</output>
      <a href="/teachers/marina?de=lista" {...APP_LINK}>
        <b>Marina</b>
      </a>
      <a href="/teachers/beto">Beto</a>
      <article {...APP_CARD}>
        <p>Quinze anos de salão</p>
        <a href="/teachers/caio" {...APP_LINK}>
          Caio
        </a>
        <button type="button">Salvar</button>
      </article>
    </div>
  );
}

/** Clicks with `init`; returns whether the browser follows the link itself, and the app's address afterwards. */
function click(what: string, init: MouseEventInit = {}) {
  render(
    <MemoryRouter initialEntries={['/search']}>
      <Links />
    </MemoryRouter>,
  );
  const element = screen.getByText(what);
  const event = createEvent.click(element, init);
  // jsdom cannot follow links.
  let isLeft = false;
  document.addEventListener(
    'click',
    (late) => {
      isLeft = !late.defaultPrevented;
      late.preventDefault();
    },
    { once: true },
  );
  fireEvent(element, event);
  return { isLeft, at: screen.getByRole('status').textContent };
}

describe('plain links in a list', () => {
  it('are followed by the app, wherever the click lands in them', () => {
    expect(click('Marina')).toEqual({ isLeft: false, at: '/teachers/marina?de=lista' });
  });

  it.each<[string, MouseEventInit]>([
    ['with Ctrl', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with Alt', { altKey: true }],
    ['with the middle button', { button: 1 }],
  ])('are left to the browser %s', (_, init) => {
    expect(click('Marina', init)).toEqual({ isLeft: true, at: '/search' });
  });

  it('are left to the browser without the attribute', () => {
    expect(click('Beto')).toEqual({ isLeft: true, at: '/search' });
  });
});

describe('the text of a card', () => {
  it('opens its link like the link itself', () => {
    expect(click('Quinze anos de salão').at).toBe('/teachers/caio');
  });

  it.each<[string, MouseEventInit]>([
    ['Ctrl', { ctrlKey: true }],
    ['Command', { metaKey: true }],
  ])('opens a new tab with %s', (_, init) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    expect(click('Quinze anos de salão', init).at).toBe('/search');
    expect(open).toHaveBeenCalledExactlyOnceWith(
      new URL('/teachers/caio', location.origin).href,
      '_blank',
      'noopener',
    );
  });

  it('opens a new tab with the middle button, whose event is another', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    click('Beto', { ctrlKey: true });
    fireEvent(
      screen.getByText('Quinze anos de salão'),
      new MouseEvent('auxclick', { button: 1, bubbles: true }),
    );
    expect(open).toHaveBeenCalledOnce();
    // The browser opens the link itself.
    fireEvent(screen.getByText('Caio'), new MouseEvent('auxclick', { button: 1, bubbles: true }));
    expect(open).toHaveBeenCalledOnce();
  });

  it('opens nothing when a selection ends on it', () => {
    render(
      <MemoryRouter initialEntries={['/search']}>
        <Links />
      </MemoryRouter>,
    );
    const text = screen.getByText('Quinze anos de salão');
    getSelection()?.selectAllChildren(text);
    fireEvent.click(text);
    expect(screen.getByRole('status').textContent).toBe('/search');
  });

  it('leaves other controls alone', () => {
    expect(click('Salvar').at).toBe('/search');
  });
});
