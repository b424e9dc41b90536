/**
 * Runs a browser without a debugger attached. Playwright watches the engine of every page (CDP's
 * Runtime domain), and a watched engine reads a whole script again for the first Error that is
 * created in it, of which React creates some while it is evaluated: 150 to 250 ms of a single task
 * where the processor is four times slower, which no real user waits for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { executable, Profile, QUIET, VIEWPORT } from './browser.ts';
import { installProbe } from './probe.ts';

/** Milliseconds. */
const PATIENCE = 300_000;
const LONG = 50;
/**
 * Milliseconds: lazy parts follow the first results, and the rest of the app is cached after that.
 */
const SETTLED = 4_000;

/** Tasks over 50 ms after the first results. */
export interface LongTasks {
  count: number;
  /** Milliseconds. */
  longest: number;
  /**
   * Milliseconds of processor time of the longest task, slowed down, without other work on the
   * machine's cores.
   */
  longestOwn: number;
}

/**
 * An event of Chromium's trace in the Trace Event Format: times in microseconds, `tdur` from the
 * thread's own clock.
 */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

const TASK = 'ThreadControllerImpl::RunTask';
const MARK = 'bench-trace';

interface Visit {
  rate: number;
  /** The page stores rows, and the visit lasts until all of them are stored. */
  hasStore: boolean;
  /** Called when everything is stored, before the wait for the service worker. */
  onStored?: () => void;
}

/** Measures the long tasks of a first visit after it shows results. */
export async function longTasksOf(address: string, { rate, hasStore, onStored }: Visit): Promise<LongTasks> {
  const profile = await Profile.make();
  const phone = await Phone.start(profile.folder, rate);
  try {
    await phone.trace();
    await phone.open(address);
    const awaited = hasStore
      ? 'bench.painted && bench.searchable && bench.stored'
      : 'bench.painted && document.readyState === "complete"';
    await phone.until(`Boolean(globalThis.bench && ${awaited})`);
    await sleep(SETTLED);
    onStored?.();
    await phone.until('navigator.serviceWorker.ready.then(() => true)');
    await sleep(SETTLED);
    const durations = (await phone.ask(
      'bench.longTasks.filter(({ start }) => start > bench.painted).map(({ duration }) => duration)',
    )) as number[];
    const long = durations.filter((duration) => duration > LONG);
    return { count: long.length, longest: Math.max(0, ...long), longestOwn: await longestOwn(phone) };
  } finally {
    await phone.end();
    await profile.remove();
  }
}

/** The page's main thread is the one that sets the mark. */
async function longestOwn(phone: Phone): Promise<number> {
  const [marked, painted] = (await phone.ask(`[performance.mark('${MARK}').startTime, bench.painted]`)) as [
    number,
    number,
  ];
  const events = await phone.traced();
  const mark = events.find(({ name }) => name === MARK);
  if (!mark) throw new Error('The trace lacks its mark');
  const since = mark.ts - (marked - painted) * 1_000;
  const own = events
    .filter(({ name, pid, tid, ts }) => name === TASK && pid === mark.pid && tid === mark.tid && ts > since)
    .map(({ tdur = 0 }) => tdur / 1_000);
  return Math.max(0, ...own);
}

interface Answer {
  method?: string;
  params?: { value?: TraceEvent[] };
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/**
 * Chromium at the other end of two pipes, which carry the protocol's messages, each ended by a zero
 * byte.
 */
class Phone {
  private asked = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private received = '';
  private page = '';
  private readonly events: TraceEvent[] = [];
  private onTraced: (() => void) | null = null;

  private constructor(private readonly browser: ChildProcess) {
    const [, , , , from] = browser.stdio;
    (from as Readable).setEncoding('utf8').on('data', (text: string) => this.receive(text));
    browser.once('exit', () => {
      for (const answer of this.waiting.values()) answer({ error: { message: 'The browser ended' } });
      this.waiting.clear();
      this.onTraced?.();
    });
  }

  static async start(folder: string, rate: number): Promise<Phone> {
    const args = [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...QUIET,
      ...['--headless', '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
    ];
    const program = executable().executablePath ?? chromium.executablePath();
    const phone = new Phone(spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] }));
    const { targetInfos } = (await phone.send('Target.getTargets')) as {
      targetInfos: { type: string; targetId: string }[];
    };
    const target = targetInfos.find(({ type }) => type === 'page');
    if (!target) throw new Error('The browser opened no page');
    const { targetId } = target;
    const { sessionId } = (await phone.send('Target.attachToTarget', { targetId, flatten: true })) as {
      sessionId: string;
    };
    phone.page = sessionId;
    const { viewport, deviceScaleFactor } = VIEWPORT;
    await phone.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true });
    await phone.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await phone.send('Emulation.setCPUThrottlingRate', { rate });
    await phone.send('Page.enable');
    await phone.send('Page.addScriptToEvaluateOnNewDocument', {
      // tsx keeps function names with a helper that does not exist in the page.
      source: `globalThis.__name ??= (named) => named; (${installProbe})();`,
    });
    return phone;
  }

  /** Records the tasks of every thread from here on: a small part of the cost of a full trace. */
  async trace(): Promise<void> {
    const traceConfig = { includedCategories: ['toplevel', 'blink.user_timing'] };
    await this.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  }

  async traced(): Promise<TraceEvent[]> {
    const complete = new Promise<void>((resolve) => {
      this.onTraced = resolve;
    });
    await this.send('Tracing.end');
    await complete;
    return this.events;
  }

  async open(url: string): Promise<void> {
    await this.send('Page.navigate', { url });
  }

  /** Polls only every second: each look is work of the page's own thread. */
  async until(expression: string): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      if (await this.ask(expression)) return;
      await sleep(1_000);
    }
    throw new Error(`Not within ${PATIENCE / 1000} s: ${expression}`);
  }

  async ask(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', {
      ...{ expression, returnByValue: true, awaitPromise: true },
    })) as { result: { value?: unknown }; exceptionDetails?: { text: string } };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  async end(): Promise<void> {
    if (this.browser.exitCode !== null || this.browser.signalCode !== null) return;
    const gone = new Promise((resolve) => this.browser.once('exit', resolve));
    await this.send('Browser.close', {}, '');
    await gone;
  }

  private async send(method: string, params: unknown = {}, sessionId = this.page): Promise<unknown> {
    this.asked += 1;
    const id = this.asked;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    const [, , , to] = this.browser.stdio;
    const message = { id, method, params, ...(sessionId && { sessionId }) };
    (to as Writable).write(`${JSON.stringify(message)}\0`);
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  private receive(text: string): void {
    const messages = (this.received + text).split('\0');
    this.received = messages.pop() ?? '';
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      if (answer.method === 'Tracing.dataCollected') this.events.push(...(answer.params?.value ?? []));
      if (answer.method === 'Tracing.tracingComplete') this.onTraced?.();
      if (answer.id === undefined) continue;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    }
  }
}
