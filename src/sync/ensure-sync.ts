/** Starts syncing at once: for a screen that has nothing to show until the replica is read. */
export async function ensureSync(): Promise<void> {
  const { startSync } = await import('./start');
  await startSync();
}
