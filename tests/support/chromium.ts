import { existsSync } from 'node:fs';
import { chromium, devices, type LaunchOptions } from '@playwright/test';

/** Playwright's own Chromium where it is installed, otherwise the distribution's. */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path): path is string => path !== undefined && existsSync(path));
}

/** A Chromium that asks nothing of the network by itself, and runs as root in a container too. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = chromiumPath();
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
      '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater',
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
