/**
 * Chromium's headless shell draws pages as the whole browser does, at three fifths of the work:
 * most browser tests use it. Tests of the browser around the page (installing, notifications) need
 * the whole one.
 */
export type Chromium = 'browser' | 'headless-shell';

/** The browsers of a machine. */
export interface Found {
  /** The one that CHROMIUM_PATH names. */
  named: string | undefined;
  /** Where Playwright's own would be. */
  playwrights: string;
  /** The headless shell that `npm test` has fetched. */
  fetched: string | undefined;
  isHere: (path: string) => boolean;
}

const OF_THE_DISTRIBUTION: Record<Chromium, string[]> = {
  browser: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  'headless-shell': ['/usr/bin/chromium-headless-shell'],
};

export interface Choice {
  /** Undefined where Playwright finds its own, or there is none. */
  path?: string | undefined;
  /** Null where there is no Chromium at all. */
  kind: Chromium | null;
}

/**
 * Chooses among what is here: first the one that was named, then Playwright's own, then the distribution's, then the
 * fetched one. Where there is no browser of the kind that was asked for, the other kind stands in.
 */
export function chooseChromium(kind: Chromium, { named, playwrights, fetched, isHere }: Found): Choice {
  const browser = [named, playwrights, ...OF_THE_DISTRIBUTION.browser].find(
    (path): path is string => path !== undefined && isHere(path),
  );
  // Playwright takes its own shell when no path is given.
  if (kind === 'headless-shell' && browser === playwrights) return { kind };
  const shell = [...OF_THE_DISTRIBUTION['headless-shell'], fetched].find(
    (path): path is string => path !== undefined && isHere(path),
  );
  const whole: Choice | null = browser === undefined ? null : { path: browser, kind: 'browser' };
  const small: Choice | null = shell === undefined ? null : { path: shell, kind: 'headless-shell' };
  if (kind === 'browser' || (named !== undefined && browser === named))
    return whole ?? small ?? { kind: null };
  return small ?? whole ?? { kind: null };
}
