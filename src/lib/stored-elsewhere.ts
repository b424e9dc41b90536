/**
 * Calls `changed` when another tab has written or deleted this key, or emptied the storage (stored.ts). The tab that
 * does so is not called. Returns a function that ends this.
 */
export function onStoredElsewhere(key: string, changed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    // Without a key, the whole storage was emptied.
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
