import { z } from 'zod';

/** A message of Phoenix channels; the type of `payload` depends on the event. */
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

export type Version = '1' | '2';

/** Names come back in each answer and stay in memory while a channel is joined; longer ones make a message invalid. */
const MOST_CHARACTERS = 500;
const name = z.string().max(MOST_CHARACTERS);
/** Changes that one channel may be told of; more are refused. */
export const MOST_CHANGES = 32;

const reference = z
  .union([name, z.number().transform(String)])
  .nullish()
  .transform((ref) => ref ?? null);
const payload = z.record(z.string(), z.unknown()).catch({});
const v1 = z.object({ topic: name, event: name, payload, ref: reference, join_ref: reference });
const v2 = z.tuple([reference, reference, name, name, payload]);

/** First byte of binary frames, in which supabase-js sends broadcasts since serializer 2.0.0. */
const BROADCAST_PUSH = 3;
const JSON_ENCODING = 1;

/** Null for an invalid message. `data`: a string for a text frame, bytes for a binary one. */
export function decode(data: string | Uint8Array, version: Version): Message | null {
  try {
    if (typeof data !== 'string') return decodeBroadcast(data);
    const parsed: unknown = JSON.parse(data);
    if (version === '2') {
      const [joinRef, ref, topic, event, body] = v2.parse(parsed);
      return { joinRef, ref, topic, event, payload: body };
    }
    const { join_ref: joinRef, ...rest } = v1.parse(parsed);
    return { joinRef, ...rest };
  } catch {
    return null;
  }
}

/**
 * Layout: kind, five lengths, encoding, then join_ref, ref, topic, event, metadata and the payload.
 * Source: `_encodeUserBroadcastPush` of @supabase/realtime-js 2.109.0.
 */
function decodeBroadcast(bytes: Uint8Array): Message | null {
  if (bytes[0] !== BROADCAST_PUSH) return null;
  let offset = 7;
  const parts: string[] = [];
  for (const length of bytes.subarray(1, 6)) {
    parts.push(new TextDecoder().decode(bytes.subarray(offset, offset + length)));
    offset += length;
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = parts;
  if (bytes[6] !== JSON_ENCODING) return null;
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(offset)));
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload: body },
  };
}

export function encode(message: Message, version: Version): string {
  const { joinRef, ref, topic, event, payload: body } = message;
  return version === '2'
    ? JSON.stringify([joinRef, ref, topic, event, body])
    : JSON.stringify({ topic, event, payload: body, ref, join_ref: joinRef });
}

const change = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']).catch('*'),
  schema: name.default('public'),
  table: name.optional(),
  filter: name.optional(),
});
export type ChangeFilter = z.infer<typeof change>;

const joinConfig = z.object({
  broadcast: z
    .object({ self: z.boolean().catch(false), ack: z.boolean().catch(false) })
    .partial()
    .catch({}),
  private: z.boolean().catch(false),
  postgres_changes: z.array(change).catch([]),
});
export const joinPayload = z.object({
  access_token: z.string().nullish().catch(null),
  config: joinConfig.partial().catch({}),
});
