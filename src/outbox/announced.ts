/** Announcements of the person's other devices, for the screen. One of them may be this phone before its data were cleared. */
import { presentIdentity } from '@/auth/identity';
import { deviceOf } from './device';
import { pendingStore } from './pending-store';

/** Shows what was announced and not read yet; null for a visitor, who is shown nothing. */
export async function showAnnounced(userId: string | null): Promise<void> {
  const known = userId === null ? null : (await deviceOf(userId)).read();
  if ((presentIdentity()?.userId ?? null) !== userId) return;
  const isNews = known?.others && known.others.length > 0 && !known.isRead;
  pendingStore.setState({ announced: isNews ? (known.others ?? null) : null });
}

/** The person has read it. */
export async function acknowledge(userId: string): Promise<void> {
  const device = await deviceOf(userId);
  const known = device.read();
  if (known) device.write({ ...known, isRead: true });
  await showAnnounced(userId);
}
