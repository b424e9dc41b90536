import { chromium, devices, type LaunchOptions, type TestInfo } from '@playwright/test';
import { fetchedShell } from '../../scripts/set-up/browser';
import { isProgram } from '../../scripts/set-up/is-program';
import { type Chromium, chooseChromium, type Found } from './chromium-choice';

const found = (): Found => ({
  named: process.env.CHROMIUM_PATH,
  playwrights: chromium.executablePath(),
  fetched: fetchedShell(),
  isHere: isProgram,
});

/** Tells whether browser tests can run here. */
export const hasChromium = (): boolean => chooseChromium('headless-shell', found()).kind !== null;

/**
 * Tells whether the whole browser is here: without it, tests of what only it has are skipped. The headless shell shows
 * no notifications.
 */
const hasWholeChromium = (): boolean => chooseChromium('browser', found()).kind === 'browser';

/** Chromium without network requests of its own; runs as root in a container too. */
export function chromiumOptions(kind: Chromium = 'browser'): LaunchOptions {
  const { path: executablePath } = chooseChromium(kind, found());
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

/** For tests of notifications. */
export const skipWithoutWholeChromium = (testInfo: TestInfo): void =>
  testInfo.skip(
    !hasWholeChromium(),
    'needs a whole Chromium, since its headless shell shows no notifications',
  );

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
