/**
 * Asks for a stored picture to be read. Storage of hosted Supabase does not look at what it stores, so the database refuses
 * a row that names a picture (hint `picture_unread`) until the function read-picture has looked at it.
 */
import { authorizedFetch } from './user-rest';

export const UNREAD = 'picture_unread';

/** 'refused': it is no picture, or has too many pixels. Throws like `authorizedFetch`. */
export async function readStoredPicture(
  userId: string,
  path: string,
): Promise<'read' | 'refused' | 'unavailable'> {
  const response = await authorizedFetch(userId, '/functions/v1/read-picture', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
  });
  if (response.ok) return 'read';
  return response.status === 422 ? 'refused' : 'unavailable';
}
