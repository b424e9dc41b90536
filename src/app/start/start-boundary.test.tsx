import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartBoundary } from '@/app/start/start-boundary';

const guard = {
  rendered: vi.fn(),
  settled: vi.fn(),
  failed: vi.fn(),
  recover: vi.fn(() => true),
  cameBack: false,
};

beforeEach(() => {
  window.danceflixStart = guard;
  // React logs what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  delete window.danceflixStart;
});

test('a first render is reported', () => {
  render(<StartBoundary>Olá</StartBoundary>);
  expect(guard.rendered).toHaveBeenCalledOnce();
  expect(guard.failed).not.toHaveBeenCalled();
});

test('an error that breaks the whole screen shows the failure screen, and does not count as a render', () => {
  const broken = new Error('no provider');
  const Broken = () => {
    throw broken;
  };
  const { container } = render(
    <StartBoundary>
      <Broken />
    </StartBoundary>,
  );
  expect(guard.failed).toHaveBeenCalledWith(broken);
  expect(guard.rendered).not.toHaveBeenCalled();
  expect(container.textContent).toBe('');
});

test('the app runs without the guard, whose own file may be missing', () => {
  delete window.danceflixStart;
  const { container } = render(<StartBoundary>Olá</StartBoundary>);
  expect(container.textContent).toBe('Olá');
});
