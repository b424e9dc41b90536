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
import type { TopicLimits } from './limits.ts';
import { serveSocket } from './socket.ts';

const PATH = '/realtime/v1/websocket';
const MAX_MESSAGE = 256 * 1024;

/** Messages in one request, as many as hosted Supabase's clients send at once. */
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
  /** Whether channels without `private` may be joined and spoken on. */
  publicChannels: boolean;
  topics: TopicLimits;
}

/** Takes over WebSocket requests of the server. Gives back how to end every connection. */
export function attachRealtime(server: Server, options: RealtimeOptions): () => void {
  const { hub, database, keys, publicChannels, topics } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  server.on('upgrade', (request, stream, head) => {
    // A sender writes what it likes there, '//' too, and nothing above here would catch what that throws.
    const asked = request.url ?? '/';
    const url = URL.canParse(asked, 'http://localhost') ? new URL(asked, 'http://localhost') : null;
    if (url?.pathname !== PATH) {
      // Somebody else's (the development server has its own), or nobody's: then it would stay open for ever.
      if (server.listenerCount('upgrade') === 1) refuse(stream, '404 Not Found');
      return;
    }
    // A stream that breaks before it is a WebSocket must not be an uncaught error.
    stream.on('error', () => stream.destroy());
    const address = request.socket.remoteAddress ?? 'unknown';
    const leave = topics.sockets.enter(address);
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
          mayAsk: () => topics.privateJoins.take(address),
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

/** Broadcasts without a socket, as supabase-js sends them before it has joined. */
export function realtimeRoutes(app: Hono, options: RealtimeOptions): void {
  app.post('/realtime/v1/api/broadcast', async (c) => {
    const token = bearerToken(c.req.header('authorization')) ?? c.req.header('apikey') ?? '';
    const known = await claimsOfToken(token, options.keys);
    if (known.kind === 'refused') return c.json({ message: known.reason }, 401);
    const body = posted.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return c.json({ message: 'Invalid messages' }, 422);
    const asked = new Map<string, Promise<Permissions>>();
    const permissionsOn = (topic: string) => {
      const answer = asked.get(topic) ?? authorizeTopic(options.database, topic, known.claims);
      asked.set(topic, answer);
      return answer;
    };
    for (const { topic, event, payload, private: isPrivate } of body.data.messages) {
      if (isPrivate && !asked.has(topic) && !options.topics.privateJoins.take(addressOf(c))) {
        return tooManyRequests();
      }
      // What may not be sent is passed over in silence, as on hosted Supabase.
      if (!(isPrivate ? (await permissionsOn(topic)).send : options.publicChannels)) continue;
      options.hub.broadcast({ topic, isPrivate, payload: { type: 'broadcast', event, payload } }, null);
    }
    return c.body(null, 202);
  });
}
