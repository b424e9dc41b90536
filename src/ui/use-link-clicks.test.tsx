import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { APP_LINK, useLinkClicks } from './use-link-clicks';

afterEach(cleanup);

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
