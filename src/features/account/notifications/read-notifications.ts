import { markNotificationsRead } from '../actions';

/** Marks notifications as read; resolves to null, or to the kind of failure. */
export async function readNotifications(ids: string[]): Promise<'not-stored' | 'failed' | null> {
  const { kind } = await markNotificationsRead(ids);
  if (kind === 'stored') return null;
  return kind === 'not-stored' ? 'not-stored' : 'failed';
}
