import { act, cleanup, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { useInTransition } from './use-in-transition';
import { useTakenOver } from './use-taken-over';

afterEach(cleanup);

test('a hydrating component knows it, and is not rendered again for it', async () => {
  const drawn = vi.fn();
  function Part() {
    const takenOver = useTakenOver();
    drawn();
    return <p>{takenOver ? 'taken over' : 'new'}</p>;
  }
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Part />);
  expect(page.textContent).toBe('taken over');
  drawn.mockClear();
  const failed = vi.fn();
  const root = await act(() => hydrateRoot(page, <Part />, { onRecoverableError: failed }));
  expect(page.textContent).toBe('taken over');
  expect(drawn).toHaveBeenCalledTimes(1);
  expect(failed).not.toHaveBeenCalled();
  act(() => root.unmount());

  render(<Part />);
  expect(screen.getByText('new')).toBeDefined();
});

test('a source hydrates with the built value, and another source is rendered at once', async () => {
  const never = () => () => undefined;
  const one = () => 'one';
  const other = () => 'other';
  const shown: string[] = [];
  function Part({ read }: { read: () => string }) {
    const value = useInTransition(never, read, 'built');
    shown.push(value);
    return <p>{value}</p>;
  }
  const page = document.createElement('div');
  page.innerHTML = renderToString(<Part read={one} />);
  expect(page.textContent).toBe('built');
  shown.length = 0;
  const root = await act(() => hydrateRoot(page, <Part read={one} />));
  expect(shown).toEqual(['built', 'one']);
  shown.length = 0;
  await act(() => root.render(<Part read={other} />));
  expect(new Set(shown)).toEqual(new Set(['other']));
  act(() => root.unmount());
});

test('a change is rendered once it is prepared, and also when preparing fails', async () => {
  const source = createStore(() => ({ text: 'first' }));
  const read = () => source.getState().text;
  const asked: { text: string; done(): void; failed(error: Error): void }[] = [];
  const prepare = (text: string) =>
    new Promise<void>((done, failed) => {
      asked.push({ text, done, failed });
    });
  function Part() {
    return <p>{useInTransition(source.subscribe, read, 'built', prepare)}</p>;
  }
  render(<Part />);
  act(() => source.setState({ text: 'second' }));
  expect(asked.map(({ text }) => text)).toEqual(['first', 'second']);
  expect(screen.getByText('first')).toBeDefined();
  await act(async () => asked[1]?.done());
  expect(screen.getByText('second')).toBeDefined();

  act(() => source.setState({ text: 'third' }));
  await act(async () => asked[2]?.failed(new Error('not to be prepared')));
  expect(screen.getByText('third')).toBeDefined();
});
