/** Messages between a page and the engine in its worker. */
import type { Names } from '@/db/memory/catalog';
import type { PrivateRows } from '@/db/memory/private-store';
import type { ContentKind } from '@/db/rows/public-rows';
import type { ListingEntry } from '@/db/search/entry';
import type { SearchRecord } from '@/db/search/search-record';
import type { PrivateUser } from './private/pull';
import type { Scope } from './scope';
import type { CollectionName, CollectionStatus, SyncStatus } from './status';

export type EngineMessage =
  /** `cities`: ids of the cities whose listings a record holds completely, where it is not complete itself. */
  | { type: 'record'; record: SearchRecord; complete: boolean; cities?: string[] }
  | { type: 'changes'; entries: ListingEntry[]; removed: string[] }
  | { type: 'names'; cities: Names; danceStyles: Names }
  /** Content has changed: the page asks again for the content that it shows. */
  | { type: 'content' }
  /** The replica holds no listings yet. */
  | { type: 'none' }
  | { type: 'status'; collections: Partial<Record<CollectionName, CollectionStatus>> }
  | { type: 'storage'; storage: SyncStatus['storage'] }
  /** Whether a request reached the server, and its endpoint. */
  | { type: 'outcome'; reached: boolean; endpoint: string | undefined }
  /** Milliseconds that the server's clock is ahead of this phone's. */
  | { type: 'clock'; ahead: number }
  /** The rows of the signed-in person. */
  | { type: 'private'; rows: PrivateRows }
  /** Private pulls wait for a token; `rejected`: the token that the server refused. */
  | { type: 'token-wanted'; userId: string; rejected: string | null }
  | { type: 'answer'; id: number; value: unknown }
  /** The engine runs. */
  | { type: 'pong' };

export type PullReason = 'start' | 'online' | 'visible' | 'timer' | 'hint' | 'manual' | 'reconnect';

export type Question =
  | { kind: 'teacher'; key: string }
  /** Rows of a kind, or the row with a slug or id. */
  | { kind: 'content'; of: ContentKind; key: string | null }
  | { kind: 'pull'; reason: PullReason }
  | { kind: 'clear-styles' }
  /** `patience`: milliseconds to wait for a round when none is running. */
  | { kind: 'pull-private'; patience?: number }
  /** The signed-in person with the present token; answered once a former person's database is closed. */
  | { kind: 'user'; user: PrivateUser | null }
  | { kind: 'stop' };

export type PageMessage =
  /**
   * `busy`: the page still loads what opens offline first, and says when it is quiet. `file`: it has asked for the newest
   * search file, and passes the answer on.
   */
  | { type: 'hello'; build: string | null; visible: boolean; scope?: Scope; busy?: boolean; file?: boolean }
  | { type: 'quiet' }
  /** Null where the page got no answer. */
  | { type: 'search-file'; answer: unknown }
  | { type: 'scope'; scope: Scope }
  | { type: 'visible'; visible: boolean }
  /** The page was frozen: it missed the messages of other tabs. */
  | { type: 'resumed' }
  | { type: 'ping' }
  | { type: 'ask'; id: number; question: Question };

/** The engine's end of the link: in a worker, or in the page's thread where workers do not exist. */
export interface EngineLink {
  post(message: EngineMessage): void;
  receive(listener: (message: PageMessage) => void): void;
}
