/** Imitates a disk that can be full: every write is refused as browsers refuse it. */
export function fullDisk(): { isFull: boolean; fill(): void; free(): void } {
  const store = IDBObjectStore.prototype;
  const { put, add } = store;
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  return {
    isFull: false,
    fill() {
      this.isFull = true;
      Object.assign(store, { put: refuse, add: refuse });
    },
    free() {
      this.isFull = false;
      Object.assign(store, { put, add });
    },
  };
}
