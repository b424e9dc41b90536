/** Writes CPU profiles, to be opened in the browser's own tools. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CDPSession } from 'playwright';

export async function startProfile(cdp: CDPSession): Promise<void> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 500 });
  await cdp.send('Profiler.start');
}

export async function saveProfile(cdp: CDPSession, file: string): Promise<void> {
  const { profile } = await cdp.send('Profiler.stop');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(profile));
}
