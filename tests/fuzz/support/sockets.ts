/**
 * A socket of Realtime as a hostile client uses it: it sends anything, and keeps everything that it
 * receives.
 */
import { connect } from 'node:net';
import WebSocket from 'ws';
import { WAIT_LIMIT } from '../../support/limits.ts';
import type { Frame, Version } from './frames.ts';

export interface Heard {
  topic: string;
  event: string;
  ref: string | null;
  payload: Record<string, unknown>;
}

export interface Socket {
  /**
   * Sends frames and resolves to the messages received since the last call; null when the server
   * closed the connection.
   */
  answersTo(frames: readonly Frame[]): Promise<Heard[] | null>;
  close(): void;
}

const PATIENCE = WAIT_LIMIT;
let beats = 0;

export async function openSocket(url: string, key: string, version: Version): Promise<Socket> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}.0.0`,
  );
  let heard: Heard[] = [];
  let look: () => void = () => undefined;
  socket.on('message', (data) => {
    heard.push(read(String(data), version));
    look();
  });
  socket.on('close', () => look());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);

  return {
    answersTo: async (frames) => {
      for (const frame of frames) socket.send(frame);
      const beat = `beat-${++beats}`;
      socket.send(JSON.stringify(heartbeat(beat, version)));
      const isOver = () => socket.readyState !== socket.OPEN || heard.some(({ ref }) => ref === beat);
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('a heartbeat that nobody answers')), PATIENCE);
        look = () => {
          if (!isOver()) return;
          clearTimeout(late);
          resolve();
        };
        look();
      });
      look = () => undefined;
      if (socket.readyState !== socket.OPEN) return null;
      const answers = heard;
      heard = [];
      return answers;
    },
    close: () => socket.terminate(),
  };
}

function heartbeat(ref: string, version: Version): unknown {
  return version === '2'
    ? [null, ref, 'phoenix', 'heartbeat', {}]
    : { topic: 'phoenix', event: 'heartbeat', payload: {}, ref, join_ref: null };
}

function read(text: string, version: Version): Heard {
  const parsed = JSON.parse(text);
  if (version === '1') return parsed;
  const [, ref, topic, event, payload] = parsed;
  return { topic, event, ref, payload };
}

/**
 * Resolves to the server's answer to these bytes until it closes the connection, or until all are
 * sent and it stays silent.
 */
export function speakBytes(port: number, parts: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = connect(port, '127.0.0.1');
    let said = '';
    stream.setTimeout(PATIENCE, () => stream.destroy(new Error('a connection that nobody ends')));
    stream.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    stream.on('error', (error: NodeJS.ErrnoException) =>
      // The server may close the connection while the client is still sending.
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(said) : reject(error),
    );
    stream.on('close', () => resolve(said));
    for (const part of parts) stream.write(part);
    stream.end();
  });
}
