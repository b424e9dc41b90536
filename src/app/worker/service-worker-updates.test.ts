import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const answers = vi.fn(async (_worker: unknown) => false as unknown);
vi.mock('workbox-window', () => ({ messageSW: (worker: unknown) => answers(worker) }));

const PRESENT = { state: 'activated' } as ServiceWorker;

class Worker extends EventTarget {
  state = 'installing';
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | ServiceWorker | null = null;
  update = async () => undefined;
}

let container: EventTarget & { controller: ServiceWorker | null };
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  answers.mockReset().mockResolvedValue(false);
  container = Object.assign(new EventTarget(), { controller: null });
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function follow(registration: Registration) {
  const [{ followUpdates }, { useNotice }] = await Promise.all([
    import('./service-worker-updates'),
    import('../notice'),
  ]);
  const said: string[] = [];
  useNotice.setState({ show: (notice: { text: string }) => void said.push(notice.text) } as never);
  followUpdates(registration as unknown as ServiceWorkerRegistration);
  return said;
}
const settle = () => vi.advanceTimersByTimeAsync(100);

it('a first worker is the waiting one for a moment: no new release is announced', async () => {
  const registration = new Registration();
  const worker = new Worker();
  registration.installing = worker;
  const said = await follow(registration);
  registration.installing = null;
  registration.waiting = worker;
  worker.become('installed');
  await settle();
  expect(said).toEqual([]);
  expect(answers).not.toHaveBeenCalled();
});

it('a release that waits for a busy tab is announced once', async () => {
  container.controller = PRESENT;
  const registration = new Registration();
  registration.active = PRESENT;
  registration.waiting = new Worker();
  const said = await follow(registration);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(answers.mock.calls.length).toBeGreaterThan(1);
  expect(said).toEqual(['Versão nova pronta: ela entra quando você terminar.']);
});

it('a release that no longer waits when its answer arrives is not announced', async () => {
  container.controller = PRESENT;
  const registration = new Registration();
  registration.active = PRESENT;
  registration.waiting = new Worker();
  answers.mockImplementation(async () => {
    registration.waiting = null;
    return false;
  });
  const said = await follow(registration);
  await settle();
  expect(said).toEqual([]);
});

it('a release that is stored before the page hears of it takes over all the same', async () => {
  container.controller = PRESENT;
  const registration = new Registration();
  registration.active = PRESENT;
  await follow(registration);
  registration.waiting = new Worker();
  registration.dispatchEvent(new Event('updatefound'));
  await settle();
  expect(answers).toHaveBeenCalledTimes(1);
});

it('a release that is stored before its registration says so takes over all the same', async () => {
  container.controller = PRESENT;
  const registration = new Registration();
  registration.active = PRESENT;
  const worker = new Worker();
  registration.installing = worker;
  await follow(registration);
  worker.become('installed');
  await settle();
  expect(answers).not.toHaveBeenCalled();
  registration.installing = null;
  registration.waiting = worker;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answers).toHaveBeenCalledTimes(1);
});

it('checks for a new release on every return, at most once a minute, and every hour; never offline', async () => {
  container.controller = PRESENT;
  const registration = new Registration();
  registration.active = PRESENT;
  const update = vi.spyOn(registration, 'update');
  await follow(registration);
  const comeBack = () => window.dispatchEvent(new Event('focus'));
  comeBack();
  comeBack();
  expect(update).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(update).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(3);

  update.mockRejectedValue(new TypeError('no network'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(4);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(4);
});
