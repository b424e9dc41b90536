import { createStore } from 'zustand/vanilla';
import { connection } from '@/lib/connection';

export type CollectionName = 'cities' | 'dance_styles' | 'teachers' | 'content';

export interface CollectionStatus {
  state: 'never' | 'syncing' | 'ready' | 'failed';
  /** Rows received in the present pull, or in the last one. */
  received: number;
  /** Live rows on the server, known during a first sync only. */
  total: number | null;
  /** Milliseconds since 1970 of the last completed pull. */
  pulledAt: number | null;
  /** Received rows that this release cannot read. */
  unread: number;
  /** The server's epoch; a restore changes it. */
  epoch: string | null;
}

export interface SyncStatus {
  /** 'offline' also while the browser claims a network but the server does not answer. */
  connection: 'online' | 'offline';
  /** 'ephemeral': kept only until the private window closes. */
  storage: 'ok' | 'unavailable' | 'full' | 'ephemeral';
  /** The browser's response to the request for persistence; null until asked. */
  persisted: boolean | null;
  collections: Record<CollectionName, CollectionStatus>;
}

const never: CollectionStatus = {
  state: 'never',
  received: 0,
  total: null,
  pulledAt: null,
  unread: 0,
  epoch: null,
};

export const syncStatus = createStore<SyncStatus>()(() => ({
  connection: connection.get(),
  storage: 'ok',
  persisted: null,
  collections: { cities: never, dance_styles: never, teachers: never, content: never },
}));

connection.subscribe((now) => syncStatus.setState({ connection: now }));

/** Resolves when the first teachers have arrived, or cannot be fetched now; after `longest` ms at the latest. */
export const firstTeachersCame = (longest: number): Promise<void> =>
  whenTeachers(({ state, received }) => state === 'ready' || state === 'failed' || received > 0, longest);

function whenTeachers(isSo: (status: CollectionStatus) => boolean, longest: number): Promise<void> {
  return new Promise((resolve) => {
    const check = ({ collections: { teachers } }: SyncStatus) => {
      if (isSo(teachers)) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, longest);
    const unsubscribe = syncStatus.subscribe(check);
    check(syncStatus.getState());
  });
}

/** Resolves when all teachers are on the phone, or cannot be fetched now; after `longest` ms at the latest. */
export const teachersStored = (longest: number): Promise<void> =>
  whenTeachers(({ state }) => state === 'ready' || state === 'failed', longest);

type PullNow = (reason: 'manual') => Promise<void>;

let pullNow: PullNow | null = null;

/** Called by sync/start.ts once it can pull. */
export function providePuller(puller: PullNow): void {
  pullNow = puller;
}

/** Pulls now because a person asked; resolves when the pull has ended, or at once before syncing has started. */
export async function pullManually(): Promise<void> {
  await pullNow?.('manual');
}

type PullOwn = (patience: number) => Promise<void>;

let pullOwn: PullOwn | null = null;

export function providePrivatePuller(puller: PullOwn | null): void {
  pullOwn = puller;
}

/**
 * Pulls the person's own rows now, after a write that changed them; resolves when the pull has ended. Where another tab
 * pulls, or none yet, it resolves after `patience` milliseconds.
 */
export async function pullPrivateRows(patience = 0): Promise<void> {
  await pullOwn?.(patience);
}
