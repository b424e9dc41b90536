/** Lists the other engines on this machine, and how to install the missing ones. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export type EngineName = 'firefox' | 'webkit';

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

export const INSTALL = {
  firefox: 'apt-get install firefox-esr   (or name one: FIREFOX_PATH=/path/to/firefox)',
  webkit: 'apt-get install webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
} as const satisfies Record<EngineName, string>;

export function firefoxPath(): string | undefined {
  return [process.env.FIREFOX_PATH, ...FIREFOX].find((path) => path !== undefined && existsSync(path));
}

/** Path of the driver, if all its dependencies are there. */
export function webkitDriverPath(): string | undefined {
  const driver = '/usr/bin/WebKitWebDriver';
  const isWhole = existsSync(driver) && existsSync('/usr/bin/Xvfb') && hasBindings();
  return isWhole ? driver : undefined;
}

function hasBindings(): boolean {
  try {
    const load = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
    execFileSync('/usr/bin/python3', ['-c', load], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function missingEngines(): EngineName[] {
  return [
    ...(firefoxPath() === undefined ? (['firefox'] as const) : []),
    ...(webkitDriverPath() === undefined ? (['webkit'] as const) : []),
  ];
}
