/** Clients of the two queues' procedures (…_push.sql, …_alerts.sql), with the shapes of their results. */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';

const claimed = z.object({
  notification_id: z.string(),
  /** Null: to a phone without an account. */
  user_id: z.string().nullable(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  /** Time to live of the push in seconds: afterwards the news is old. */
  seconds: z.number(),
  phones: z.array(z.object({ subscription_id: z.string(), token: z.string() })),
});
export type Claimed = z.infer<typeof claimed>;

const claim = z.object({
  lease: z.string(),
  taken: z.number(),
  paused_until: z.string().nullable(),
  messages: z.array(claimed),
});
export type Claim = z.infer<typeof claim>;

const finished = z.object({ recorded: z.number(), finished: z.number(), switched_off: z.number() });
export type Finished = z.infer<typeof finished>;

export interface Result {
  notification_id: string;
  subscription_id: string;
  outcome: 'sent' | 'dead' | 'refused' | 'retry' | 'given_up';
  reason: string | null;
}

export const QUEUES = {
  people: { claim: 'claim_pushes', finish: 'finish_pushes' },
  visitors: { claim: 'claim_visitor_pushes', finish: 'finish_visitor_pushes' },
} as const;

/** Acts with the service key. Every call throws on an error or an unexpected result. */
export function pushStore(url: string, serviceKey: string, queue: keyof typeof QUEUES = 'people') {
  const names = QUEUES[queue];
  const client = createClient(url, serviceKey, { auth: { persistSession: false, autoRefreshToken: false } });
  async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
    const { data, error } = await client.rpc(name, args);
    if (error) throw new Error(`${name}: ${error.code ?? ''} ${error.message}`);
    return data;
  }
  return {
    async claim(atMost: number, leaseSeconds: number): Promise<Claim> {
      return claim.parse(await call(names.claim, { at_most: atMost, lease_seconds: leaseSeconds }));
    },
    async finish(lease: string, results: readonly Result[], pauseSeconds: number): Promise<Finished> {
      return finished.parse(await call(names.finish, { lease, results, pause_seconds: pauseSeconds }));
    },
  };
}
export type PushStore = ReturnType<typeof pushStore>;
