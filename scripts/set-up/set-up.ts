/**
 * Provides what a stage of the tests needs and the machine lacks: a browser and PostgreSQL. What the machine has is used
 * first, so that most runs fetch nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasChromium } from '../../tests/support/chromium.ts';
import { findPostgres, INSTALL_POSTGRES } from '../../tests/support/postgres.ts';
import { BROWSER } from './browser.ts';
import { ensurePackage } from './pinned-package.ts';
import { POSTGRES } from './postgres.ts';
import { provide, type Tool } from './tool.ts';

const isPinnedFor = process.platform === 'linux' && process.arch === 'x64';

const BROWSER_TOOL: Tool = {
  name: 'a browser',
  isHere: hasChromium,
  fetch: isPinnedFor ? () => ensurePackage(BROWSER) : installPlaywrights,
  install: 'npx playwright install --with-deps chromium (Debian: apt-get install chromium)',
};

const POSTGRES_TOOL: Tool = {
  name: 'PostgreSQL',
  isHere: () => findPostgres().found,
  fetch: isPinnedFor ? () => ensurePackage(POSTGRES) : null,
  install: INSTALL_POSTGRES,
};

export interface Missing {
  /** Why browser tests cannot run. */
  browser: string | null;
  /** Why tests on PostgreSQL cannot run. */
  postgres: string | null;
}

export async function setUp(needs: { browser: boolean; postgres: boolean }): Promise<Missing> {
  return {
    browser: needs.browser ? await provide(BROWSER_TOOL) : null,
    postgres: needs.postgres ? await provide(POSTGRES_TOOL) : null,
  };
}

/** Playwright's own says its progress itself. */
async function installPlaywrights(): Promise<void> {
  const child = spawn('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`playwright install ended with ${status}`);
}
