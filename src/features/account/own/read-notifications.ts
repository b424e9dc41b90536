import { markNotificationsRead } from '../actions';

/** For the inbox: marks as read and says what went wrong, null when nothing did. */
export async function readNotifications(ids: string[]): Promise<'not-stored' | 'failed' | null> {
  const { kind } = await markNotificationsRead(ids);
  if (kind === 'stored') return null;
  return kind === 'not-stored' ? 'not-stored' : 'failed';
}
