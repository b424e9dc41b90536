import { markNotificationsRead } from '../actions';

/** For the inbox: marks as read and says what went wrong, null when nothing did. */
export async function readNotifications(ids: string[]): Promise<'network' | 'failed' | null> {
  const { kind } = await markNotificationsRead(ids);
  if (kind === 'ok') return null;
  return kind === 'network' ? 'network' : 'failed';
}
