/**
 * Messages over the socket of Realtime: those of Phoenix channels in every shape, and invalid ones.
 */
import fc from 'fast-check';
import { hostileText, hostileValue, wellFormed } from './hostile.ts';

export type Frame = string | Uint8Array;
export type Version = '1' | '2';

/** The owners of the requested topics, and their tokens. */
export interface People {
  ids: readonly string[];
  tokens: readonly string[];
}

const topicOf = (ids: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...ids.map((id) => `realtime:user:${id}`), ...ids.map((id) => `realtime:private:${id}`)),
    fc.constantFrom(
      'realtime:public:teachers',
      'realtime:',
      'realtime:*',
      'phoenix',
      'realtime:realtime:x',
      '',
    ),
    hostileText.map((text) => `realtime:${wellFormed(text)}`),
    hostileText.map(wellFormed),
    hostileValue,
  );

const change = fc.record(
  {
    event: fc.oneof(fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE'), hostileValue),
    schema: fc.oneof(fc.constantFrom('*', 'public', 'auth', 'app', 'pg_catalog'), hostileValue),
    table: fc.oneof(fc.constantFrom('*', 'user_profiles', 'notifications', 'users'), hostileValue),
    filter: fc.oneof(fc.constantFrom('id=eq.1', 'id=in.(', '=', 'id=x.1'), hostileValue),
  },
  { requiredKeys: [] },
);
const tokenOf = (tokens: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...tokens) },
    fc.constantFrom<unknown>(null, '', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'),
    hostileValue,
  );
const joinOf = (tokens: readonly string[]) =>
  fc.record(
    {
      access_token: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, tokenOf(tokens)),
      config: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record(
            {
              private: fc.oneof(fc.boolean(), hostileValue),
              broadcast: fc.oneof(fc.record({ self: fc.boolean(), ack: fc.boolean() }), hostileValue),
              presence: fc.oneof(fc.record({ key: hostileText }), hostileValue),
              postgres_changes: fc.oneof(fc.array(change, { maxLength: 4 }), hostileValue),
            },
            { requiredKeys: [] },
          ),
        },
        hostileValue,
      ),
    },
    { requiredKeys: [] },
  );
const reference = fc.oneof(fc.constantFrom<unknown>('1', '2', 3, null), hostileValue);

const spoken = ({ ids, tokens }: People) =>
  fc
    .tuple(
      topicOf(ids),
      fc.oneof(
        fc.tuple(fc.constant('phx_join'), fc.oneof({ weight: 5, arbitrary: joinOf(tokens) }, hostileValue)),
        fc.tuple(
          fc.constant('access_token'),
          fc.oneof(fc.record({ access_token: tokenOf(tokens) }), hostileValue),
        ),
        fc.tuple(
          fc.constant('broadcast'),
          fc.oneof(fc.record({ type: hostileText, event: hostileText, payload: hostileValue }), hostileValue),
        ),
        fc.tuple(
          fc.constantFrom('phx_leave', 'heartbeat', 'presence', 'phx_reply', 'phx_close'),
          hostileValue,
        ),
        fc.tuple(hostileText, hostileValue),
        fc.tuple(hostileValue, hostileValue),
      ),
      reference,
      reference,
    )
    .map(([topic, [event, payload], ref, joinRef]) => ({ topic, event, payload, ref, joinRef }));

/**
 * Broadcasts in the binary format of realtime-js: a kind, five lengths, an encoding, then the
 * parts.
 */
const binary = fc
  .tuple(
    fc.constantFrom(3, 3, 3, 0, 4, 255),
    fc.array(fc.nat(255), { minLength: 5, maxLength: 5 }),
    fc.constantFrom(1, 1, 0, 9),
    hostileText,
  )
  .map(([kind, lengths, encoding, rest]) =>
    Buffer.concat([Buffer.from([kind, ...lengths, encoding]), Buffer.from(wellFormed(rest))]),
  );

export function frameOf(people: People, version: Version): fc.Arbitrary<Frame> {
  const message = spoken(people).map(({ topic, event, payload, ref, joinRef }) =>
    JSON.stringify(
      version === '2'
        ? [joinRef, ref, topic, event, payload]
        : { topic, event, payload, ref, join_ref: joinRef },
    ),
  );
  return fc.oneof(
    { weight: 8, arbitrary: message },
    hostileValue.map((value) => JSON.stringify(value)),
    hostileText.map(wellFormed),
    binary,
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom('[]', '{}', 'null', '['.repeat(50_000), `${'['.repeat(5000)}${']'.repeat(5000)}`),
  );
}

/** Invalid frames: lengths, masks and opcodes that the protocol does not allow. */
export const brokenFrames = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.nat(255), fc.nat(255), fc.uint8Array({ maxLength: 20 }))
    .map(([first, second, rest]) => Uint8Array.of(first, second, ...rest)),
  fc.constantFrom(
    ...[
      [0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
      [0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
      [0x88, 0x80, 0, 0, 0, 0],
      [0x88, 0x81, 0, 0, 0, 0, 1],
      [0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0],
      [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
      [0xf1, 0x80, 0, 0, 0, 0],
      [0x80, 0x80, 0, 0, 0, 0],
    ].map((bytes) => Uint8Array.from(bytes)),
  ),
);
