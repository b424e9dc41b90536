import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { drawnOptional, later } from './later';

const Part = ({ name }: { name: string }) => <p>{name}</p>;

/** Fails as often as told, as a chunk without a network does. */
const chunk = (failures: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures)
      throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Part };
  });
  return load;
};

const networkIsBack = () => act(() => window.dispatchEvent(new Event('online')));

it('a part that did not load comes with the network, however often it failed', async () => {
  const load = chunk(2);
  const Later = later(load);
  render(<Later name="Vou" />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  networkIsBack();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(screen.queryByText('Vou')).toBeNull();
  await vi.waitFor(() => {
    networkIsBack();
    expect(load).toHaveBeenCalledTimes(3);
  });
  await screen.findByText('Vou');
  networkIsBack();
  expect(load).toHaveBeenCalledTimes(3);
});

it('a page that was left asks for its part no more', async () => {
  const load = chunk(1);
  const Later = later(load);
  const page = render(<Later name="Vou" />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await act(async () => undefined);
  page.unmount();
  networkIsBack();
  expect(load).toHaveBeenCalledTimes(1);
});

it('a part of a prerendered page that did not load comes with the network too', async () => {
  const load = chunk(2);
  const Drawn = drawnOptional(load);
  render(
    <Suspense>
      <Drawn name="Mapa" />
    </Suspense>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await act(async () => undefined);
  networkIsBack();
  await screen.findByText('Mapa');
});
