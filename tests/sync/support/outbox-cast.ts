/** The cast of a program: its people, its server, and their writes. */
import type { Draft } from '@/outbox/command';
import { ANNA, BEN, draftOf, type Place } from './outbox-drafts';
import { type ProgramServer, Server } from './outbox-server';

export interface Cast {
  /** Anna and Ben use the phone in turns. */
  anna: string;
  ben: string;
  /** Makes a server for one program; `now` is the phone's clock. */
  server(now: () => number): ProgramServer;
  /** A write of this sort by the present user; null where it has no row to change. */
  draftOf(what: string, n: number, userId: string | null, place: Place): Draft | null;
  /** Whether the state on the server may have changed so that the write is refused. */
  mayBeRefused(draft: Pick<Draft, 'kind'>): boolean;
  /** The corrected payload of a refused form. */
  mended(payload: unknown, n: number): unknown;
}

/** Corrects drafts that the server must refuse: replaces the invalid text. */
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
