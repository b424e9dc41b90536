/** Messages between a page and the engine in its worker. */
import type { Names } from '@/db/catalog';
import type { ListingEntry } from '@/db/entry';
import type { PrivateRows } from '@/db/private-store';
import type { ContentKind } from '@/db/rows';
import type { SearchRecord } from '@/db/search-record';
import type { PrivateUser } from './private/pull';
import type { CollectionName, CollectionStatus, SyncStatus } from './status';

export type EngineMessage =
  | { type: 'record'; record: SearchRecord; complete: boolean }
  | { type: 'changes'; entries: ListingEntry[]; removed: string[] }
  | { type: 'names'; cities: Names; danceStyles: Names }
  /** Content has changed; what is shown of it is asked for again. */
  | { type: 'content' }
  /** The replica holds no listings yet. */
  | { type: 'none' }
  | { type: 'status'; collections: Partial<Record<CollectionName, CollectionStatus>> }
  | { type: 'storage'; storage: SyncStatus['storage'] }
  /** Whether a request reached the server, and what it asked for. */
  | { type: 'outcome'; reached: boolean; endpoint: string | undefined }
  /** The rows of the person who is signed in. */
  | { type: 'private'; rows: PrivateRows }
  /** Private pulls wait for a token; `rejected`: the one that the server refused. */
  | { type: 'token-wanted'; userId: string; rejected: string | null }
  | { type: 'answer'; id: number; value: unknown }
  /** It lives. */
  | { type: 'pong' };

export type PullReason = 'start' | 'online' | 'visible' | 'timer' | 'hint' | 'manual' | 'reconnect';

export type Question =
  | { kind: 'teacher'; key: string }
  /** Rows of a kind, or the one with a slug or id. */
  | { kind: 'content'; of: ContentKind; key: string | null }
  | { kind: 'pull'; reason: PullReason }
  | { kind: 'clear-styles' }
  /** `patience`: milliseconds to wait for a round where none is under way. */
  | { kind: 'pull-private'; patience?: number }
  /** Who is signed in, with the token of the moment; answered when a former person's database is closed. */
  | { kind: 'user'; user: PrivateUser | null }
  | { kind: 'stop' };

export type PageMessage =
  | { type: 'hello'; build: string | null; visible: boolean }
  | { type: 'visible'; visible: boolean }
  /** The page was frozen: what other tabs told meanwhile is lost. */
  | { type: 'resumed' }
  | { type: 'ping' }
  | { type: 'ask'; id: number; question: Question };

/** The engine's end of the link; it is in a worker, or in the page's thread where there are no workers. */
export interface EngineLink {
  post(message: EngineMessage): void;
  receive(listener: (message: PageMessage) => void): void;
}
