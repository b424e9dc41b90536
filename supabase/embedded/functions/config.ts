import { readFile } from 'node:fs/promises';

/**
 * Which functions ask for a signed-in caller: `verify_jwt` of `[functions.<name>]` in config.toml, true unless
 * said otherwise, as on hosted Supabase. Reads that one key of that one kind of section, not TOML as a whole.
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
