/** Who plays in a program, against which server, and what their writes look like there. */
import type { Draft } from '@/outbox/command';
import { ANNA, BEN, draftOf, type Place } from './outbox-drafts';
import { type ProgramServer, Server } from './outbox-server';

export interface Cast {
  /** They take turns on the phone. */
  anna: string;
  ben: string;
  /** A server for one program; `now` is the phone's clock. */
  server(now: () => number): ProgramServer;
  /** A write of this sort by who is here; null where there is nothing to write it on. */
  draftOf(what: string, n: number, userId: string | null, place: Place): Draft | null;
  /** Whether the state on the server may have moved on in a way that forbids it. */
  mayBeRefused(draft: Pick<Draft, 'kind'>): boolean;
  /** What a person makes of a refused form. */
  mended(payload: unknown, n: number): unknown;
}

/** What drafts that the server must refuse have in the place of a text. */
export const mending = (bad: string) => (payload: unknown, good: string) =>
  JSON.parse(JSON.stringify(payload).replace(JSON.stringify(bad), JSON.stringify(good))) as unknown;

export const MODEL: Cast = {
  anna: ANNA,
  ben: BEN,
  server: (now) => new Server(now),
  draftOf,
  mayBeRefused: () => false,
  mended: (payload, n) => mending('bad')(payload, `mended ${n}`),
};
