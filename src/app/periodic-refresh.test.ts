import { afterEach, expect, it, vi } from 'vitest';
import { lowData } from '@/lib/low-data';
import { REFRESH_TAG } from '@/lib/worker-names';
import { refreshPeriodically } from './periodic-refresh';

afterEach(() => {
  vi.unstubAllGlobals();
  lowData.setState({ choice: null, low: false });
});

async function registered(state: PermissionState): Promise<string[]> {
  const calls: string[] = [];
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state }) } });
  const periodicSync = {
    register: async (tag: string) => void calls.push(`register ${tag}`),
    unregister: async (tag: string) => void calls.push(`unregister ${tag}`),
  };
  await refreshPeriodically({ periodicSync } as unknown as ServiceWorkerRegistration);
  return calls;
}

it('registers where that is granted, and nowhere else', async () => {
  expect(await registered('granted')).toEqual([`register ${REFRESH_TAG}`]);
  expect(await registered('denied')).toEqual([]);
  expect(await registered('prompt')).toEqual([]);
  await expect(refreshPeriodically({} as ServiceWorkerRegistration)).resolves.toBeUndefined();
});

it('does not register while data is saved', async () => {
  lowData.setState({ choice: 'on', low: true });
  expect(await registered('granted')).toEqual([`unregister ${REFRESH_TAG}`]);
});
