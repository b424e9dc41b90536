/**
 * Interprets responses of Storage. Hosted Supabase responds to almost every refusal with HTTP 400 and puts the status
 * into the body, `{ statusCode: '403', error, message }`: a full folder, another person's folder, a file that is too
 * large, and an expired token alike.
 */
export interface StorageRefusal {
  /** The real HTTP status. */
  status: number;
  /** The database's policies refused the request; the token itself is valid. */
  byPolicy: boolean;
}

/** Does not consume the response. Null: it is not a refusal of Storage. */
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

/** Whether a new token may change the response. */
export async function isRejectedToken(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 400 && response.status !== 403) return false;
  const refusal = await storageRefusal(response);
  return refusal !== null && (refusal.status === 401 || refusal.status === 403) && !refusal.byPolicy;
}
