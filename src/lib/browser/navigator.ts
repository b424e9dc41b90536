/**
 * Reads `navigator`. Nothing here throws: browsers inside other apps, old phones and privacy settings leave
 * answers out, refuse them or make them up. Undefined, or the answer that changes least, means that it is in doubt.
 */

/** The parts of `navigator` that are read. Listed here, because the worker's types lack some, and all types the last two. */
interface Told {
  locks: LockManager;
  maxTouchPoints: number;
  onLine: boolean;
  permissions: Permissions;
  serviceWorker: ServiceWorkerContainer;
  storage: StorageManager;
  userAgent: string;
  connection: EventTarget & { saveData?: boolean };
  /** Safari's own property, older than its support of the display mode. */
  standalone: boolean;
}

/** One property of `navigator`, unchecked; undefined without one, and where the browser refuses to tell. */
export function told<K extends keyof Told>(name: K): Told[K] | undefined {
  try {
    return (globalThis as { navigator?: Partial<Told> }).navigator?.[name];
  } catch {
    return undefined;
  }
}

/** False where the browser says that there is no network. Its "online" proves nothing. */
export const mayBeOnline = (): boolean => told('onLine') !== false;

/** Undefined without service workers. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  const container = told('serviceWorker');
  return typeof container?.addEventListener === 'function' ? container : undefined;
}

/** Undefined without Web Locks. */
export function webLocks(): LockManager | undefined {
  const locks = told('locks');
  return typeof locks?.request === 'function' ? locks : undefined;
}
