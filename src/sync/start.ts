/** Stand-in until the replicas are here. */
export async function startSync() {
  return { pullNow: async (_reason: string) => undefined, stop: async () => undefined };
}
