import type { WebSocket } from 'ws';
import { type Claims, claimsOfToken } from '../claims.ts';
import type { Database } from '../database.ts';
import type { Keys } from '../keys.ts';
import { messageOf } from '../start-failure.ts';
import { authorizeTopic, type Permissions } from './authorize.ts';
import { bareTopic, type Channel, PREFIX, reply } from './channel.ts';
import type { Hub } from './hub.ts';
import type { SocketShare } from './limits.ts';
import { decode, encode, joinPayload, type Message, MOST_CHANGES, type Version } from './protocol.ts';

export interface SocketOptions {
  hub: Hub;
  database: Database;
  keys: Keys;
  /** Whether channels without `private` may be joined. */
  publicChannels: boolean;
  /** Claims of the key that opened the socket, used for channels without their own token. */
  opener: Claims;
  version: Version;
  share: SocketShare;
}

/** Clients retry later, as after every error. */
const TOO_MANY = 'ClientJoinRateLimitReached: Too many joins per second';
const TOO_MANY_MESSAGES = 'MessagePerSecondRateLimitReached: Too many messages per second';
/** Refused messages after which the socket is closed, because answering them is work as well. */
const MOST_REFUSED = 20;
/** WebSocket's code for a client that breaks a rule (RFC 6455, 7.4.1). */
const POLICY_VIOLATION = 1008;
const OPEN_TO_ALL: Permissions = { listen: true, send: true };
/** Milliseconds: supabase-js sends a heartbeat every 25 s; hosted Supabase closes after 60 s of silence. */
const SILENCE = 60_000;
/** Same as hosted Supabase (https://supabase.com/docs/guides/realtime/quotas); the app joins one or two. */
const MOST_CHANNELS = 100;
/** Bytes that may be buffered for a client that does not read; above it the socket is closed, and the client reconnects. */
const MOST_UNREAD = 4 * 1024 * 1024;
let nextChangeId = 1;

/** Serves Phoenix channels over one socket until it closes. */
export function serveSocket(socket: WebSocket, options: SocketOptions): void {
  const { hub, version } = options;
  const joined = new Map<string, Channel>();
  const push = (message: Message) => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(encode(message, version));
  };
  const leave = (topic: string) => {
    const channel = joined.get(topic);
    if (channel) hub.channels.delete(channel);
    joined.delete(topic);
  };
  let silence = setTimeout(() => socket.terminate(), SILENCE);
  // Messages of one socket are handled in order, so that a broadcast after a join waits for the join.
  let order: Promise<void> = Promise.resolve();
  let refused = 0;

  socket.on('message', (data, isBinary) => {
    if (refused >= MOST_REFUSED) return;
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), SILENCE);
    const bytes = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)]);
    const handled = options.share.admit(bytes.length);
    if (handled === null && ++refused >= MOST_REFUSED) {
      order = order.then(() => socket.close(POLICY_VIOLATION, TOO_MANY_MESSAGES));
      return;
    }
    const message = decode(isBinary ? bytes : bytes.toString('utf8'), version);
    if (message === null) {
      handled?.();
      return;
    }
    order = order
      .then(() => (handled === null ? refuseMessage(message) : handle(message)))
      .catch((error: unknown) => {
        console.error('realtime:', messageOf(error));
        push(reply(message, 'error', { reason: 'Internal error' }));
      })
      .finally(() => handled?.());
  });
  // Each one is answered below this protocol.
  socket.on('ping', () => {
    const handled = options.share.admit(0);
    if (handled === null) socket.terminate();
    else handled();
  });
  socket.on('close', () => {
    clearTimeout(silence);
    for (const topic of [...joined.keys()]) leave(topic);
  });
  socket.on('error', () => socket.terminate());

  /** Answers as hosted Supabase does: a reply to a question, and the end of the channel for everything else. */
  function refuseMessage(message: Message): void {
    const channel = message.event === 'phx_join' ? undefined : joined.get(message.topic);
    if (channel === undefined) {
      push(reply(message, 'error', { reason: message.event === 'phx_join' ? TOO_MANY : TOO_MANY_MESSAGES }));
      return;
    }
    leave(message.topic);
    channel.close(TOO_MANY_MESSAGES);
  }

  async function handle(message: Message): Promise<void> {
    switch (message.event) {
      case 'heartbeat':
        return push(reply(message, 'ok', {}));
      case 'phx_join':
        return join(message);
      case 'phx_leave':
        leave(message.topic);
        push(reply(message, 'ok', {}));
        return push({ ...message, event: 'phx_close', payload: {} });
      case 'access_token':
        return renew(message);
      case 'broadcast':
        return relay(message);
      default:
        // Presence is not implemented, because the product does not use it.
        if (joined.has(message.topic)) push(reply(message, 'ok', {}));
    }
  }

  async function join(message: Message): Promise<void> {
    const asked = joinPayload.parse(message.payload);
    const refuse = (reason: string) => push(reply(message, 'error', { reason }));
    if (!message.topic.startsWith(PREFIX)) return refuse('Topic must begin with realtime:');
    if (joined.size >= MOST_CHANNELS && !joined.has(message.topic)) {
      return refuse('ChannelRateLimitReached: Too many channels');
    }
    if ((asked.config.postgres_changes?.length ?? 0) > MOST_CHANGES) {
      return refuse(`Unable to subscribe to more than ${MOST_CHANGES} changes`);
    }
    const known = await claimsOf(asked.access_token ?? null, options);
    if (known.kind === 'refused') return refuse(known.reason);
    const isPrivate = asked.config.private ?? false;
    if (!isPrivate && !options.publicChannels) {
      return refuse('PrivateOnly: This project only allows private channels');
    }
    const topic = message.topic.slice(PREFIX.length);
    if (isPrivate && !options.share.mayAsk()) return refuse(TOO_MANY);
    const permissions = isPrivate ? await authorizeTopic(options.database, topic, known.claims) : OPEN_TO_ALL;
    if (!permissions.listen && !permissions.send) {
      return refuse(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`);
    }
    leave(message.topic);
    const channel = createChannel(message, known.claims, isPrivate, permissions);
    channel.self = asked.config.broadcast?.self ?? false;
    channel.ack = asked.config.broadcast?.ack ?? false;
    channel.changes = (asked.config.postgres_changes ?? []).map((filter) => ({
      ...filter,
      id: nextChangeId++,
    }));
    joined.set(message.topic, channel);
    hub.channels.add(channel);
    push(reply(message, 'ok', { postgres_changes: channel.changes }));
    if (channel.changes.length > 0) {
      const text = {
        status: 'ok',
        extension: 'postgres_changes',
        message: 'Subscribed to PostgreSQL',
        channel: topic,
      };
      channel.send('system', text);
    }
    channel.send('presence_state', {});
  }

  function createChannel(
    message: Message,
    claims: Claims,
    isPrivate: boolean,
    permissions: Permissions,
  ): Channel {
    const { topic, joinRef } = message;
    const channel: Channel = {
      ...{ topic, joinRef, isPrivate, claims, permissions, changes: [], self: false, ack: false },
      send: (event, payload, ref = null) => push({ joinRef: channel.joinRef, ref, topic, event, payload }),
      close: (reason) => {
        if (joined.get(topic) === channel) joined.delete(topic);
        channel.send('system', {
          status: 'error',
          extension: 'system',
          message: reason,
          channel: bareTopic(channel),
        });
        channel.send('phx_close', {});
      },
    };
    return channel;
  }

  /** Checks permissions again for a new token, so that a user who lost a right leaves the topic. */
  async function renew(message: Message): Promise<void> {
    const channel = joined.get(message.topic);
    const token = message.payload.access_token;
    if (!channel || typeof token !== 'string') return;
    const known = await claimsOf(token, options);
    const close = (reason: string) => {
      leave(message.topic);
      channel.close(reason);
    };
    if (known.kind === 'refused') return close(known.reason);
    if (channel.isPrivate) {
      if (!options.share.mayAsk()) return close(TOO_MANY);
      const permissions = await authorizeTopic(options.database, bareTopic(channel), known.claims);
      if (!permissions.listen && !permissions.send) return close('Unauthorized');
      channel.permissions = permissions;
    }
    channel.claims = known.claims;
  }

  function relay(message: Message): void {
    const channel = joined.get(message.topic);
    if (!channel?.permissions.send) return;
    const payload = { type: 'broadcast', ...message.payload };
    hub.broadcast({ topic: bareTopic(channel), isPrivate: channel.isPrivate, payload }, channel);
    if (channel.ack) push(reply(message, 'ok', {}));
  }
}

async function claimsOf(token: string | null, options: SocketOptions) {
  if (token === null) return { kind: 'claims' as const, claims: options.opener };
  return claimsOfToken(token, options.keys);
}
