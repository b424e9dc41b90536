/** Memory and processor time of the browser's processes, as the kernel counts them. */
import { readdir, readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright';

const UNTIL_CALM = 1_000;
/** Milliseconds of a tick in /proc (USER_HZ is 100 on every Linux that Chromium runs on). */
const TICK = 10;

/**
 * Bytes (proportional set size) of the page's process after a garbage collection: page, workers, wasm and its share of
 * memory in common with other processes. It is the largest of the renderers on this profile folder; the others draw the
 * browser itself, or wait.
 */
export async function pageMemory(folder: string, cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await new Promise((resolve) => setTimeout(resolve, UNTIL_CALM));
  const renderers: number[] = [];
  for (const { pid, command } of await familyOf(folder)) {
    if (!command.includes('--type=renderer')) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    renderers.push(Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1024);
  }
  return Math.max(...renderers);
}

/** Milliseconds of processor time of all the browser's processes so far, ended ones too. */
export async function processorTime(folder: string): Promise<number> {
  const [browser, ...others] = await familyOf(folder);
  const ended = browser ? browser.ticksOfEnded : 0;
  return [browser, ...others].reduce((sum, process) => sum + (process?.ticks ?? 0), ended) * TICK;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
  ticks: number;
  ticksOfEnded: number;
}

/** The browser's own process first. */
async function familyOf(folder: string): Promise<Process[]> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readProcess),
  );
  const known = processes.filter((process) => process !== null);
  const browser = known.find(
    ({ command }) => command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='),
  );
  if (!browser) throw new Error(`No browser runs on ${folder}`);
  const family = new Map([[browser.pid, browser]]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const process of known) if (family.has(process.parent)) family.set(process.pid, process);
  }
  return [...family.values()];
}

async function readProcess(name: string): Promise<Process | null> {
  try {
    const [command, stat] = await Promise.all([
      readFile(`/proc/${name}/cmdline`, 'utf8'),
      readFile(`/proc/${name}/stat`, 'utf8'),
    ]);
    // proc_pid_stat(5): the fields after the name in brackets, from the third on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3]);
    return {
      pid: Number(name),
      parent: field(4),
      command: command.replaceAll('\0', ' '),
      ticks: field(14) + field(15),
      ticksOfEnded: field(16) + field(17),
    };
  } catch {
    // The process ended meanwhile.
    return null;
  }
}
