import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useOnce } from './use-once';

afterEach(cleanup);

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
