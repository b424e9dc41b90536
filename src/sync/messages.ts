/** What a page and the engine in its worker tell each other. */
import type { Names } from '@/db/catalog';
import type { ListingEntry } from '@/db/entry';
import type { SearchRecord } from '@/db/search-record';
import type { CollectionName, CollectionStatus, SyncStatus } from './status';

export type EngineMessage =
  | { type: 'record'; record: SearchRecord; complete: boolean }
  | { type: 'changes'; entries: ListingEntry[]; removed: string[] }
  | { type: 'names'; cities: Names; danceStyles: Names }
  /** The replica holds no listings yet. */
  | { type: 'none' }
  | { type: 'status'; collections: Partial<Record<CollectionName, CollectionStatus>> }
  | { type: 'storage'; storage: SyncStatus['storage'] }
  /** Whether a request reached the server. */
  | { type: 'outcome'; reached: boolean }
  | { type: 'answer'; id: number; value: unknown };

export type PullReason = 'start' | 'online' | 'visible' | 'timer' | 'hint' | 'manual' | 'reconnect';

export type Question =
  | { kind: 'teacher'; key: string }
  | { kind: 'pull'; reason: PullReason }
  | { kind: 'clear-styles' }
  | { kind: 'stop' };

export type PageMessage =
  | { type: 'hello'; build: string | null; visible: boolean }
  | { type: 'visible'; visible: boolean }
  /** The page was frozen: what other tabs told meanwhile is lost. */
  | { type: 'resumed' }
  | { type: 'ask'; id: number; question: Question };

/** One end of the line; the other is a worker, or the same thread where there are no workers. */
export interface EngineLink {
  post(message: EngineMessage): void;
  receive(listener: (message: PageMessage) => void): void;
}
