/** The apps that are compared. */
export const CONTENDERS = ['app', 'query', 'dexie', 'powersync', 'tanstack-db', 'floor'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export interface Contender {
  label: string;
  /** Address of the contender's page. */
  path: string;
  /** Search works without a network on a second visit. */
  hasStore: boolean;
  /** A remark on features that need the contender's own service, and on their replacement here. */
  remark?: string;
  /** The most teachers it is measured with: with more it does not finish. */
  most?: number;
}

export const pageOf = (name: ContenderName) => `/rivals/${name}/index.html`;

export const contenders: Readonly<Record<ContenderName, Contender>> = {
  app: { label: 'Danceflix', path: '/search', hasStore: true },
  query: {
    label: 'TanStack Query + supabase-js',
    path: pageOf('query'),
    hasStore: false,
    remark: 'no store: nothing to sync, nothing to search offline; its persister is not measured',
  },
  dexie: { label: 'Dexie', path: pageOf('dexie'), hasStore: true },
  powersync: {
    label: 'PowerSync (local database)',
    path: pageOf('powersync'),
    hasStore: true,
    remark: 'syncing is its service’s work: here our pull procedure feeds its database',
  },
  'tanstack-db': {
    label: 'TanStack DB + SQLite',
    path: pageOf('tanstack-db'),
    hasStore: true,
    remark:
      'our pull procedure feeds it; not measured with more than 1,000 teachers: of 10,000 it had stored 2,000 after three minutes',
    most: 1_000,
  },
  floor: {
    label: 'floor: one record, plain rows',
    path: pageOf('floor'),
    hasStore: true,
  },
};
