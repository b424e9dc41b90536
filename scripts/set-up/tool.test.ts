// @vitest-environment node
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Chromium, chooseChromium, type Found } from '../../tests/support/chromium-choice';
import { postgresPrograms } from '../../tests/support/postgres';
import { isProgram } from './is-program';
import { provide, type Tool } from './tool';

const tool = (change: Partial<Tool>): Tool => ({
  name: 'a browser',
  isHere: () => false,
  fetch: () => Promise.reject(new Error('fetched')),
  install: 'apt-get install chromium',
  ...change,
});

describe('a program that tests need', () => {
  it('is not fetched where the machine has it', async () => {
    expect(await provide(tool({ isHere: () => true }))).toBeNull();
  });

  it('is fetched where the machine has none', async () => {
    let isFetched = false;
    const fetch = async () => {
      isFetched = true;
    };
    expect(await provide(tool({ isHere: () => isFetched, fetch }))).toBeNull();
  });

  it.each<[string, Partial<Tool>, string]>([
    ['a fetch that fails', { fetch: () => Promise.reject(new Error('ECONNREFUSED')) }, 'ECONNREFUSED'],
    ['a fetch that brings nothing of use', { fetch: async () => undefined }, 'this machine has none'],
    ['no package for this machine', { fetch: null }, 'this machine has none'],
  ])('is told with what to install, after %s', async (_, change, reason) => {
    const message = await provide(tool(change));
    expect(message).toContain(`a browser is missing: ${reason}`);
    expect(message).toContain('apt-get install chromium');
  });
});

describe('what the machine has is used before what was fetched', () => {
  const DEBIAN = '/usr/bin/chromium';
  const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell';
  const PLAYWRIGHT = '/home/ana/.cache/ms-playwright/chromium/chrome';
  const FETCHED = '/checkout/.cache/chromium/headless-shell';
  const choose = (kind: Chromium, here: string[], named?: string) => {
    const found: Found = {
      named,
      playwrights: PLAYWRIGHT,
      fetched: here.includes(FETCHED) ? FETCHED : undefined,
      isHere: (path) => here.includes(path),
    };
    return chooseChromium(kind, found);
  };
  const whole = (path: string) => ({ path, kind: 'browser' });
  const shell = (path: string) => ({ path, kind: 'headless-shell' });

  it('as the browser of most tests', () => {
    expect(choose('headless-shell', [DEBIAN, DEBIAN_SHELL, FETCHED])).toEqual(shell(DEBIAN_SHELL));
    expect(choose('headless-shell', [DEBIAN, DEBIAN_SHELL, FETCHED], DEBIAN)).toEqual(whole(DEBIAN));
    expect(choose('headless-shell', [FETCHED])).toEqual(shell(FETCHED));
    expect(choose('headless-shell', [DEBIAN])).toEqual(whole(DEBIAN));
    // Playwright finds its own shell by itself.
    expect(choose('headless-shell', [PLAYWRIGHT, DEBIAN_SHELL])).toEqual({ kind: 'headless-shell' });
    expect(choose('headless-shell', [])).toEqual({ kind: null });
  });

  it('as the whole browser, for which the shell stands in', () => {
    expect(choose('browser', [DEBIAN, DEBIAN_SHELL, FETCHED])).toEqual(whole(DEBIAN));
    expect(choose('browser', [PLAYWRIGHT, DEBIAN])).toEqual(whole(PLAYWRIGHT));
    expect(choose('browser', [FETCHED])).toEqual(shell(FETCHED));
    expect(choose('browser', [])).toEqual({ kind: null });
  });

  describe('as PostgreSQL', () => {
    let root: string;
    const programsIn = (...path: string[]): string => {
      const folder = join(root, ...path);
      mkdirSync(folder, { recursive: true });
      for (const name of ['initdb', 'postgres']) writeFileSync(join(folder, name), '#!', { mode: 0o755 });
      return folder;
    };
    beforeEach(() => {
      root = mkdtempSync(join(tmpdir(), 'danceflix-tools-'));
    });
    afterEach(() => rmSync(root, { recursive: true, force: true }));

    it("Debian's newest, then that of PATH, then the fetched one", () => {
      const fetched = programsIn('fetched');
      const none = join(root, 'none');
      expect(postgresPrograms(none, none, fetched)).toBe(fetched);
      const onPath = programsIn('bin');
      expect(postgresPrograms(none, `${none}:${onPath}`, fetched)).toBe(onPath);
      programsIn('debian/9/bin');
      const newest = programsIn('debian/17/bin');
      expect(postgresPrograms(join(root, 'debian'), onPath, fetched)).toBe(newest);
    });

    it('none that is incomplete, emptied or may not be started', () => {
      const folder = programsIn('bin');
      const programs = () => postgresPrograms(join(root, 'none'), folder, null);
      expect(programs()).toBe(folder);
      chmodSync(join(folder, 'postgres'), 0o644);
      expect(isProgram(join(folder, 'postgres'))).toBe(false);
      chmodSync(join(folder, 'postgres'), 0o755);
      writeFileSync(join(folder, 'postgres'), '');
      expect(isProgram(join(folder, 'postgres'))).toBe(false);
      rmSync(join(folder, 'postgres'));
      expect([isProgram(folder), isProgram(join(folder, 'postgres'))]).toEqual([false, false]);
      expect(programs()).toBeNull();
    });
  });
});
