import { readFile } from 'node:fs/promises';

/**
 * Tells which functions need a signed-in caller: `verify_jwt` of `[functions.<name>]` in config.toml, by default true
 * as on hosted Supabase. Reads only this key of these sections, not TOML in general.
 */
export async function readVerifyJwt(configFile: string): Promise<(name: string) => boolean> {
  const text = await readFile(configFile, 'utf8').catch(() => '');
  const open = new Set<string>();
  let section = '';
  for (const line of text.split('\n')) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() ?? section;
    const name = /^functions\.([\w-]+)$/.exec(section)?.[1];
    if (name !== undefined && /^\s*verify_jwt\s*=\s*false\b/.test(line)) open.add(name);
  }
  return (name) => !open.has(name);
}
