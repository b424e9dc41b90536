import { act, cleanup } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { keepTyped, useTypedEarly } from './typed-early';

const LEVELS = ['todos', 'fácil', 'difícil'];

function Form() {
  const [text, setText] = useState('');
  const [city, setCity] = useState('');
  const [level, setLevel] = useState('todos');
  const field = useTypedEarly<HTMLInputElement>(({ value }) => setText(value));
  const select = useTypedEarly<HTMLSelectElement>(({ value }) => setCity(value));
  return (
    <form>
      <input ref={field} name="busca" value={text} onChange={(event) => setText(event.target.value)} />
      <select ref={select} name="cidade" value={city} onChange={(event) => setCity(event.target.value)}>
        <option value="">Todas</option>
        <option value="Vitória">Vitória</option>
      </select>
      {LEVELS.map((one) => (
        <Level key={one} {...{ one, level, setLevel }} />
      ))}
      <output>{[text, city, level].join('|')}</output>
    </form>
  );
}

interface LevelProps {
  one: string;
  level: string;
  setLevel(level: string): void;
}

function Level({ one, level, setLevel }: LevelProps) {
  const ref = useTypedEarly<HTMLInputElement>(() => setLevel(one));
  return (
    <input
      ref={ref}
      type="radio"
      name="nivel"
      value={one}
      checked={level === one}
      onChange={() => setLevel(one)}
    />
  );
}

let root: Root | null = null;
let stop: () => void = () => undefined;
afterEach(() => {
  act(() => root?.unmount());
  stop();
  cleanup();
  document.body.replaceChildren();
});

function prerendered(element: ReactElement): HTMLElement {
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(element);
  return page;
}

function typeInto(page: HTMLElement): void {
  const input = page.querySelector<HTMLInputElement>('[name="busca"]');
  const select = page.querySelector<HTMLSelectElement>('[name="cidade"]');
  const radio = page.querySelector<HTMLInputElement>('[value="fácil"]');
  if (!input || !select || !radio) throw new Error('The page has no fields');
  input.focus();
  input.value = 'giro';
  input.setSelectionRange(2, 2);
  select.value = 'Vitória';
  radio.checked = true;
}

function expectApplied(page: HTMLElement): void {
  expect(page.querySelector('output')?.textContent).toBe('giro|Vitória|fácil');
  const input = page.querySelector<HTMLInputElement>('[name="busca"]');
  expect([input?.value, input?.selectionStart]).toEqual(['giro', 2]);
  expect(document.activeElement).toBe(input);
  expect(page.querySelector<HTMLInputElement>('[value="fácil"]')?.checked).toBe(true);
}

describe('text typed before the app has loaded', () => {
  it('is applied when the app hydrates the page', async () => {
    const page = prerendered(<Form />);
    typeInto(page);
    stop = keepTyped(page);
    await act(async () => {
      root = hydrateRoot(page, <Form />);
    });
    expectApplied(page);
  });

  it('is applied where the page has to be rendered again', async () => {
    const page = prerendered(<Form />);
    typeInto(page);
    stop = keepTyped(page);
    page.replaceChildren();
    await act(async () => {
      root = createRoot(page);
      root.render(<Form />);
    });
    expectApplied(page);
  });

  it('changes nothing on a page without typed text', async () => {
    const page = prerendered(<Form />);
    stop = keepTyped(page);
    await act(async () => {
      root = hydrateRoot(page, <Form />);
    });
    expect(page.querySelector('output')?.textContent).toBe('||todos');
  });
});
