/** Client for Supabase's management API (https://api.supabase.com/api/v1), for what the CLI cannot read or write. */
import { z } from 'zod';

const PATIENCE = 60_000;

const project = z.object({ name: z.string(), status: z.string() });
const key = z.object({ name: z.string(), type: z.string().nullish(), api_key: z.string().nullish() });
const rows = z.array(z.record(z.string(), z.unknown()));

export interface ProjectKeys {
  system: 'new' | 'legacy';
  /** Key in the app. */
  publishable: string;
  /** Key with which the cron calls functions. */
  secret: string;
}

export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** `profile`: that of the CLI, so that both use the same API host. */
export function managementApi(ref: string, token: string, profile = 'supabase') {
  const origin = profile === 'supabase-local' ? 'http://localhost:8080' : 'https://api.supabase.com';

  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/v1/projects/${ref}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiFailure(response.status, `${response.status} ${messageIn(text)}`);
    return text === '' ? null : JSON.parse(text);
  }

  return {
    project: async () => project.parse(await call('GET', '')),
    /** Null when the project has neither new nor legacy keys. */
    async keys(): Promise<ProjectKeys | null> {
      const found = z.array(key).parse(await call('GET', '/api-keys?reveal=true'));
      const of = (fits: (one: z.infer<typeof key>) => boolean) => found.find(fits)?.api_key ?? null;
      const publishable = of(({ type }) => type === 'publishable');
      const secret = of(({ type }) => type === 'secret');
      if (publishable && secret) return { system: 'new', publishable, secret };
      const [anon, service] = ['anon', 'service_role'].map((name) => of((one) => one.name === name));
      return anon && service ? { system: 'legacy', publishable: anon, secret: service } : null;
    },
    query: async (query: string, { read_only = false } = {}) =>
      rows.parse((await call('POST', '/database/query', { query, read_only })) ?? []),
    /** Disables Realtime's 'Allow public access', because the app joins private topics only. */
    closePublicChannels: () => call('PATCH', '/config/realtime', { private_only: true }),
  };
}
export type ManagementApi = ReturnType<typeof managementApi>;

function messageIn(text: string): string {
  try {
    return z.object({ message: z.string() }).parse(JSON.parse(text)).message;
  } catch {
    return text.slice(0, 300);
  }
}
