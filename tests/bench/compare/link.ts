/**
 * Puts a slow line in front of the server: every byte of every connection, of pages and workers
 * alike, passes here with a bandwidth and a delay, and is counted. The browser's own emulation does
 * not cover workers.
 */
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LineSpeed {
  /** Milliseconds for a round trip. */
  roundTrip: number;
  /** Bits a second. */
  down: number;
  up: number;
}

/** Lighthouse's "slow 4G" (throttling.mobileSlow4G): 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
export const SLOW_4G: LineSpeed = { roundTrip: 150, down: 1.6 * 1024 * 1000, up: 750 * 1000 };

/** 2G as Chrome's developer tools had it: 300 ms, 250 kbit/s down, 50 kbit/s up. */
export const SLOW_2G: LineSpeed = { roundTrip: 300, down: 250_000, up: 50_000 };

export interface Asked {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  /** The connection belongs to a service worker that fills its cache, not to a page. */
  precaching: boolean;
}

/** Bytes after which connections take turns. */
const SLICE = 4_096;
const REQUEST = /^(GET|POST|HEAD|PATCH|PUT|DELETE) (\S+) HTTP\/1\.1\r\n([\s\S]*)/;
const FROM_SERVICE_WORKER = /^referer: \S+\/sw\.js(\?\S*)?\r?$/im;

class Lane {
  bytes = 0;
  private freeAt = 0;

  constructor(private readonly link: Link) {}

  /** Resolves when the bytes are on the line; `arrive` is called when they are at its other end. */
  async pass(slice: Buffer, speed: number, arrive: () => void): Promise<void> {
    this.bytes += slice.length;
    const limits = this.link.speed;
    if (!limits) return arrive();
    const now = performance.now();
    this.freeAt = Math.max(now, this.freeAt) + (slice.length * 8 * 1_000) / speed;
    setTimeout(arrive, this.freeAt - now + limits.roundTrip / 2);
    if (this.freeAt - now > 1) await sleep(this.freeAt - now);
  }
}

export class Link {
  readonly asked: Asked[] = [];
  speed: LineSpeed | null = null;
  private readonly down = new Lane(this);
  private readonly up = new Lane(this);
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  private constructor(private readonly target: number) {}

  /** Opens a link in front of `url`, at full speed until told otherwise. */
  static async open(url: string): Promise<Link> {
    const link = new Link(Number(new URL(url).port));
    await link.restore();
    return link;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Bytes that have passed so far, both ways, headers included. */
  get bytes(): number {
    return this.down.bytes + this.up.bytes;
  }

  /** Breaks all connections and stops listening: like a phone without a network. */
  async cut(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async restore(): Promise<void> {
    if (this.server) return;
    const server = createServer((phone) => this.carry(phone));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The line has no port');
    this.port = address.port;
    this.server = server;
  }

  private carry(phone: Socket): void {
    const server = dial(this.target, '127.0.0.1');
    for (const socket of [phone, server]) {
      socket.setNoDelay(true);
      this.sockets.add(socket);
      socket.on('close', () => {
        this.sockets.delete(socket);
        phone.destroy();
        server.destroy();
      });
      // 'close' follows 'error'.
      socket.on('error', () => socket.destroy());
    }
    void this.pump(phone, server, this.up, 'up');
    void this.pump(server, phone, this.down, 'down');
  }

  private async pump(from: Socket, to: Socket, lane: Lane, way: 'up' | 'down'): Promise<void> {
    const arriving: Buffer[] = [];
    const arrive = () => {
      const slice = arriving.shift();
      if (slice && !to.destroyed) to.write(slice);
    };
    let opened = way === 'down';
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (way === 'up') this.note(chunk);
        // The handshake takes one round trip before the first byte.
        if (!opened && this.speed) await sleep(this.speed.roundTrip);
        opened = true;
        for (let start = 0; start < chunk.length; start += SLICE) {
          const slice = chunk.subarray(start, start + SLICE);
          arriving.push(slice);
          await lane.pass(slice, this.speed?.[way] ?? Number.POSITIVE_INFINITY, arrive);
        }
      }
      await sleep(this.speed?.roundTrip ?? 0);
      to.end();
    } catch {
      to.destroy();
    }
  }

  private note(chunk: Buffer): void {
    const [, method, path, headers] = REQUEST.exec(chunk.toString('latin1')) ?? [];
    if (!method || !path) return;
    this.asked.push({
      at: performance.timeOrigin + performance.now(),
      method,
      path,
      precaching: FROM_SERVICE_WORKER.test(headers ?? ''),
    });
  }
}
