/** Tells why the phone did not store a write. */

/** Milliseconds to wait for the database: when another tab blocks it, a form or a sign-out must not hang. */
const PATIENCE = 5_000;

/** Rejects when `opening` takes too long. */
export async function withPatience<T>(opening: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The outbox did not open')), PATIENCE);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function notStored(error: unknown): { kind: 'not-stored'; reason: 'full' | 'blocked' } {
  console.warn('Not stored on this phone', error instanceof Error ? error.name : error);
  return { kind: 'not-stored', reason: isQuota(error) ? 'full' : 'blocked' };
}

const isQuota = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError';
