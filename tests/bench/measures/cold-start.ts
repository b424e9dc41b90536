/**
 * (a) Starts a new browser process without a server, after one visit, and waits until twelve
 * results are painted on /search.
 */
import { join } from 'node:path';
import { calibrate, type Profile } from '../browser.ts';
import { paintedCards } from '../probe.ts';
import { saveProfile, startProfile } from '../profiler.ts';
import { atBest, type Measure, ms, spread, times } from '../report.ts';
import { FLOOR_PAGES } from '../site.ts';
import { median } from '../stats.ts';

const LIMIT = 1.3;
const PAGES = { app: '/search', cards: FLOOR_PAGES.cards, bare: FLOOR_PAGES.bare } as const;
type PageName = keyof typeof PAGES;

export interface ColdStarts {
  teachers: number;
  samples: Record<PageName, number[]>;
  /** Milliseconds of a fixed piece of arithmetic, to show how slow the machine was made. */
  arithmetic: number[];
}

/** `url` is the address at which the server was: it must not answer any more. */
export async function measureColdStarts(
  visited: Profile,
  url: string,
  { teachers, runs, rate }: { teachers: number; runs: number; rate: number },
): Promise<ColdStarts> {
  const samples: Record<PageName, number[]> = { app: [], cards: [], bare: [] };
  const arithmetic: number[] = [];
  // The first round warms the disk cache and is not counted.
  for (let run = 0; run <= runs; run++) {
    for (const name of Object.keys(PAGES) as PageName[]) {
      const profile = await visited.copy();
      const browser = await profile.open(rate);
      try {
        await browser.page.goto(`${url}${PAGES[name]}`, { waitUntil: 'commit' });
        const painted = await paintedCards(browser.page);
        if (run > 0) samples[name].push(painted);
        if (run > 0 && name === 'bare') arithmetic.push(await calibrate(browser.page));
      } finally {
        await browser.close();
        await profile.remove();
      }
    }
  }
  return { teachers, samples, arithmetic };
}

/** Writes a CPU profile of one cold start of the app and of the cards floor. */
export async function profileColdStart(
  visited: Profile,
  url: string,
  rate: number,
  folder: string,
): Promise<void> {
  for (const name of ['app', 'cards'] as const) {
    const profile = await visited.copy();
    const browser = await profile.open(rate);
    try {
      await startProfile(browser.cdp);
      await browser.page.goto(`${url}${PAGES[name]}`, { waitUntil: 'commit' });
      await paintedCards(browser.page);
      await saveProfile(browser.cdp, join(folder, `cold-start-${name}.cpuprofile`));
    } finally {
      await browser.close();
      await profile.remove();
    }
  }
}

export function reportColdStarts(results: ColdStarts[]): Measure {
  return {
    title: '(a) Offline cold start to twelve painted results on /search',
    lines: results.flatMap(({ teachers, samples }) => {
      const [app, cards, bare] = [samples.app, samples.cards, samples.bare].map(median) as [
        number,
        number,
        number,
      ];
      const of = `${teachers.toLocaleString('en')} teachers`;
      return [
        { what: `${of}: the app`, value: ms(app), note: spread(samples.app) },
        { what: `${of}: floor, same cards from the record`, value: ms(cards), note: spread(samples.cards) },
        { what: `${of}: floor, a bare page`, value: ms(bare), note: spread(samples.bare) },
        {
          what: `${of}: app / cards floor`,
          value: times(app / cards),
          limit: times(LIMIT),
          within: app <= LIMIT * cards,
          note: atBest(samples.app, samples.cards),
        },
        { what: `${of}: app / bare page`, value: times(app / bare), note: `${ms(app - bare)} more` },
      ];
    }),
    remarks: [
      'From the start of the navigation to the frame after the twelfth card; new process, fresh copy of the visited profile, server killed.',
      'Both floors lie in the same worker’s precache. The cards floor is a build of its own and smaller than the app: the stricter floor.',
    ],
    samples: Object.fromEntries(results.map((result) => [result.teachers, result])),
  };
}
