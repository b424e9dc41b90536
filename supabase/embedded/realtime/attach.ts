import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { addressOf } from '../api.ts';
import { bearerToken, claimsOfToken } from '../claims.ts';
import type { Database } from '../database.ts';
import type { Keys } from '../keys.ts';
import { tooManyRequests } from '../request-limits.ts';
import { authorizeTopic, type Permissions } from './authorize.ts';
import type { Hub } from './hub.ts';
import { SocketShare, type TopicLimits } from './limits.ts';
import { serveSocket } from './socket.ts';

const PATH = '/realtime/v1/websocket';
const MAX_MESSAGE = 256 * 1024;

/** Most messages in one request, equal to the batch size of hosted Supabase's clients. */
const MOST_MESSAGES = 100;

const posted = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string(),
        event: z.string(),
        payload: z.record(z.string(), z.unknown()).default({}),
        private: z.boolean().default(false),
      }),
    )
    .max(MOST_MESSAGES),
});

export interface RealtimeOptions {
  hub: Hub;
  database: Database;
  keys: Keys;
  /** Whether channels without `private` may be joined and used. */
  publicChannels: boolean;
  topics: TopicLimits;
}

/** Handles WebSocket requests of the server. Returns a function that ends every connection. */
export function attachRealtime(server: Server, options: RealtimeOptions): () => void {
  const { hub, database, keys, publicChannels, topics } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  server.on('upgrade', (request, stream, head) => {
    // A client may send any path, such as '//', and an exception here would not be caught anywhere.
    const asked = request.url ?? '/';
    const url = URL.canParse(asked, 'http://localhost') ? new URL(asked, 'http://localhost') : null;
    if (url?.pathname !== PATH) {
      // Another listener (the development server) may handle it; without one the connection would stay open for ever.
      if (server.listenerCount('upgrade') === 1) refuse(stream, '404 Not Found');
      return;
    }
    // An error of the stream before the upgrade must not be uncaught.
    stream.on('error', () => stream.destroy());
    const address = request.socket.remoteAddress ?? 'unknown';
    const leave = topics.openings.take(address) ? topics.sockets.enter(address) : null;
    if (leave === null) {
      refuse(stream, '429 Too Many Requests');
      return;
    }
    stream.once('close', leave);
    const key = url.searchParams.get('apikey') ?? request.headers.apikey;
    void claimsOfToken(typeof key === 'string' ? key : '', keys).then((known) => {
      if (known.kind === 'refused') {
        refuse(stream, '401 Unauthorized');
        return;
      }
      const version = url.searchParams.get('vsn')?.startsWith('2') ? '2' : '1';
      sockets.handleUpgrade(request, stream, head, (socket) =>
        serveSocket(socket, {
          ...{ hub, database, keys, publicChannels, version },
          opener: known.claims,
          share: new SocketShare(topics, address),
        }),
      );
    });
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Broadcasts over HTTP, which supabase-js uses before it has joined. */
export function realtimeRoutes(app: Hono, options: RealtimeOptions): void {
  app.post('/realtime/v1/api/broadcast', async (c) => {
    const token = bearerToken(c.req.header('authorization')) ?? c.req.header('apikey') ?? '';
    const known = await claimsOfToken(token, options.keys);
    if (known.kind === 'refused') return c.json({ message: known.reason }, 401);
    const body = posted.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ message: 'Invalid messages' }, 422);
    const { messages } = body.data;
    // The server's own broadcasts all come from one address.
    const isOwn = known.claims.role === 'service_role';
    if (!isOwn && !options.topics.messages.take(addressOf(c), messages.length)) return tooManyRequests();
    const asked = new Map<string, Promise<Permissions>>();
    const permissionsOn = (topic: string) => {
      const answer = asked.get(topic) ?? authorizeTopic(options.database, topic, known.claims);
      asked.set(topic, answer);
      return answer;
    };
    for (const { topic, event, payload, private: isPrivate } of messages) {
      if (isPrivate && !asked.has(topic) && !options.topics.privateJoins.take(addressOf(c))) {
        return tooManyRequests();
      }
      // Messages without permission are ignored silently, as on hosted Supabase.
      if (!(isPrivate ? (await permissionsOn(topic)).send : options.publicChannels)) continue;
      options.hub.broadcast({ topic, isPrivate, payload: { type: 'broadcast', event, payload } }, null);
    }
    return c.body(null, 202);
  });
}
