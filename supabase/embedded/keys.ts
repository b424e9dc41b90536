import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, StartFailure } from './start-failure.ts';

/** Public key that every visitor's browser carries; built into the app. */
export const PUBLISHABLE_KEY = 'sb_publishable_danceflix_local';

const storedKeys = z.object({ secretKey: z.string().min(32), jwtSecret: z.string().min(32) });

export interface Keys extends z.infer<typeof storedKeys> {
  publishableKey: string;
}

function createKeys(): Keys {
  return {
    publishableKey: PUBLISHABLE_KEY,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
  };
}

/** The same project's keys in Supabase's older system: tokens signed with the JWT secret, without expiry. */
export function legacyKeys({ jwtSecret }: Pick<Keys, 'jwtSecret'>): { anon: string; serviceRole: string } {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const token = (role: 'anon' | 'service_role') => {
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', role })}`;
    return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
  };
  return { anon: token('anon'), serviceRole: token('service_role') };
}

/**
 * The keys of a data folder, created at first use and readable only by the owner, so that sessions survive a restart
 * and installations do not trust each other's tokens. Without a folder the keys are lost when the server stops.
 */
export async function loadKeys(dataDir: string | undefined): Promise<Keys> {
  if (dataDir === undefined) return createKeys();
  const file = join(dataDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartFailure(`Cannot read ${file}: ${messageOf(error)}`);
  });
  if (text === null) {
    const { publishableKey, ...secrets } = createKeys();
    await mkdir(dataDir, { recursive: true });
    // Written to a draft and renamed, so that a crash cannot leave half a file.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
    return { publishableKey, ...secrets };
  }
  try {
    return { publishableKey: PUBLISHABLE_KEY, ...storedKeys.parse(JSON.parse(text)) };
  } catch {
    throw new StartFailure(
      `${file} is damaged: restore it, or remove it to sign everyone out and get new keys`,
    );
  }
}
