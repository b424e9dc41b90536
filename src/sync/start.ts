export interface SyncHandle {
  /** Resolves when the pull is over, whatever came of it. */
  pullNow(reason: string): Promise<void>;
  stop(): Promise<void>;
}

/** Load by dynamic import after the first results are painted. */
export async function startSync(): Promise<SyncHandle> {
  return { pullNow: async () => undefined, stop: async () => undefined };
}
