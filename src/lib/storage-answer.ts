/**
 * What Storage means by an answer. Hosted Supabase answers almost everything that it refuses with HTTP 400 and says the
 * status in the body, `{ statusCode: '403', error, message }`: a full folder, a foreign one, a file that is too large, and
 * a token that has expired alike.
 */
export interface StorageRefusal {
  /** What an HTTP status would have said. */
  status: number;
  /** The database's policies refused it, for whoever the token stands for; not the token. */
  byPolicy: boolean;
}

/** Leaves the answer to be read. Null: it is none of Storage's refusals. */
export async function storageRefusal(response: Response): Promise<StorageRefusal | null> {
  if (response.ok) return null;
  const body = await response
    .clone()
    .json()
    .catch(() => null);
  const { statusCode, message } = (body ?? {}) as { statusCode?: unknown; message?: unknown };
  const said = Number(statusCode);
  return {
    status: response.status === 400 && said >= 400 && said < 600 ? said : response.status,
    byPolicy: typeof message === 'string' && message.includes('row-level security'),
  };
}

/** Whether a new token may change the answer. */
export async function isRejectedToken(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 400 && response.status !== 403) return false;
  const refusal = await storageRefusal(response);
  return refusal !== null && (refusal.status === 401 || refusal.status === 403) && !refusal.byPolicy;
}
