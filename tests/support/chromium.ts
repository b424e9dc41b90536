import { existsSync } from 'node:fs';
import { chromium, devices, type LaunchOptions } from '@playwright/test';

/**
 * Chromium's headless shell draws pages as the whole browser does, at three fifths of the work:
 * most browser tests use it. Tests of the browser around the page (installing, a persistent
 * profile) need the whole one.
 */
type Chromium = 'browser' | 'headless-shell';

const OF_THE_DISTRIBUTION: Record<Chromium, string[]> = {
  browser: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  'headless-shell': ['/usr/bin/chromium-headless-shell'],
};

/** Playwright's own Chromium where it is installed, otherwise the distribution's. */
export function chromiumPath(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...OF_THE_DISTRIBUTION.browser];
  return candidates.find((path): path is string => path !== undefined && existsSync(path));
}

/**
 * The shell if there is one, otherwise the whole browser. Playwright takes its own shell when no
 * path is given.
 */
function pathOf(kind: Chromium): string | undefined {
  if (kind === 'browser') return chromiumPath();
  if (process.env.CHROMIUM_PATH || existsSync(chromium.executablePath())) return process.env.CHROMIUM_PATH;
  return OF_THE_DISTRIBUTION['headless-shell'].find((path) => existsSync(path)) ?? chromiumPath();
}

/** Chromium without network requests of its own; runs as root in a container too. */
export function chromiumOptions(kind: Chromium = 'browser'): LaunchOptions {
  const executablePath = pathOf(kind);
  return {
    ...(executablePath && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-domain-reliability',
      '--disable-sync',
      '--metrics-recording-only',
      '--no-first-run',
      '--no-pings',
      // Chromium treats a worker whose script a test has changed as remote, and would block its
      // WebSockets to localhost.
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater',
    ],
  };
}

const locale = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' } as const;

/** The smallest phone of the design (360 × 800) with a current phone's user agent. */
export const PHONE = {
  ...locale,
  userAgent: devices['Pixel 7'].userAgent,
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;

export const DESKTOP = { ...locale, viewport: { width: 1280, height: 800 } } as const;
