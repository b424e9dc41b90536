/** The page's small storage (src/lib/stored.ts): every unit test finds it empty, and may replace it by a faulty one. */
import { afterEach, vi } from 'vitest';

const places = [globalThis.localStorage, globalThis.sessionStorage];

afterEach(() => {
  for (const place of places) place?.clear();
});

/** Replaces the storage that tabs share, until `vi.unstubAllGlobals`. */
export function replaceStorage(by: Partial<Storage> | undefined): void {
  vi.stubGlobal('localStorage', by);
}
