/**
 * Measures the memory of the page's process: page, workers, wasm and its share of memory in common
 * with other processes.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright';

const UNTIL_CALM = 1_000;

/**
 * Bytes (proportional set size) after a garbage collection. The page's renderer is the largest of
 * the renderers on this profile folder; the others draw the browser itself, or wait.
 */
export async function pageMemory(folder: string, cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await new Promise((resolve) => setTimeout(resolve, UNTIL_CALM));
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readProcess),
  );
  const known = processes.filter((process) => process !== null);
  const browser = known.find(
    ({ command }) => command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='),
  );
  if (!browser) throw new Error(`No browser runs on ${folder}`);
  const family = new Set([browser.pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of known) if (family.has(parent)) family.add(pid);
  }
  const renderers: number[] = [];
  for (const { pid, command } of known) {
    if (!family.has(pid) || !command.includes('--type=renderer')) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    renderers.push(Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1024);
  }
  return Math.max(...renderers);
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function readProcess(name: string): Promise<Process | null> {
  try {
    const [command, status] = await Promise.all([
      readFile(`/proc/${name}/cmdline`, 'utf8'),
      readFile(`/proc/${name}/status`, 'utf8'),
    ]);
    return {
      pid: Number(name),
      parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]),
      command: command.replaceAll('\0', ' '),
    };
  } catch {
    // The process ended meanwhile.
    return null;
  }
}
