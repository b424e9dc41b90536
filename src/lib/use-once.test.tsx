import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useOnce } from './use-once';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface SampleProps {
  send(): Promise<boolean>;
}

function Sample({ send }: SampleProps) {
  const once = useOnce();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void once(send);
      }}
    >
      <input aria-label="Texto" />
      <button type="submit">Enviar</button>
    </form>
  );
}

function show(outcome: boolean): { sent: () => number; press: () => Promise<void>; type: () => void } {
  let sent = 0;
  render(
    <Sample
      send={async () => {
        sent += 1;
        return outcome;
      }}
    />,
  );
  return {
    sent: () => sent,
    press: () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))),
    type: () => void fireEvent.input(screen.getByLabelText('Texto'), { target: { value: 'outro' } }),
  };
}

it('two taps send once, however fast the first one finished', async () => {
  const { sent, press } = show(true);
  await press();
  await press();
  expect(sent()).toBe(1);
});

it('a text typed after a sending is sent at once', async () => {
  const { sent, press, type } = show(true);
  await press();
  type();
  await press();
  expect(sent()).toBe(2);
});

it('after a failed sending another try works at once', async () => {
  const { sent, press } = show(false);
  await press();
  await press();
  expect(sent()).toBe(2);
});

it('a second tap counts by the moment at which it was made, however late a busy page handles it', async () => {
  const { sent } = show(true);
  const first = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(first);
  const tapAt = (timeStamp: number) => {
    const down = new MouseEvent('pointerdown', { bubbles: true });
    Object.defineProperty(down, 'timeStamp', { value: timeStamp });
    screen.getByRole('button').dispatchEvent(down);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
    return act(async () => void screen.getByRole('button').dispatchEvent(click));
  };
  await tapAt(first);
  expect(sent()).toBe(1);
  clock.mockReturnValue(first + 2_000);
  await tapAt(first + 120);
  expect(sent()).toBe(1);
  await tapAt(first + 1_500);
  expect(sent()).toBe(2);
});
