/**
 * Sends a path exactly as written: fetch would normalise dots, slashes and odd characters first.
 */
import { Agent, request } from 'node:http';
import { wellFormed } from './hostile.ts';
import type { Answered } from './world.ts';

export interface Raw {
  method: string;
  /** The path of the request line; characters that it cannot hold are percent-encoded. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** A request line is printable ASCII without spaces. */
const speakable = (path: string) => wellFormed(path).replace(/[^\x21-\x7e]/gu, encodeURIComponent);

export function sendRaw(url: string, { method, path, headers, body }: Raw): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(
      { agent, hostname, port, method, path: speakable(path), headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: new Headers(
              Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
            ),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}
