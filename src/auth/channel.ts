import { fieldsOf, isText } from '@/lib/stored';

/** Tabs tell each other who came and went. A missed message is made good by the storage event and at the next start. */
export type AuthMessage =
  /** Let go of this person's database: it is about to be deleted. */
  | { type: 'release'; userId: string; leaving: { ended: 'revoked' | 'removed' | null; keepUnsent: boolean } }
  | { type: 'signed-out'; userId: string; ended: 'revoked' | 'removed' | null }
  | { type: 'signed-in'; userId: string };

const NAME = 'danceflix-auth';

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (!channel && typeof BroadcastChannel !== 'undefined') channel = new BroadcastChannel(NAME);
  return channel;
}

export function tellTabs(message: AuthMessage): void {
  open()?.postMessage(message);
}

/** Hears the other tabs. Returns how to stop. */
export function hearTabs(listener: (message: AuthMessage) => void): () => void {
  const listening = open();
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) listener(data);
  };
  listening?.addEventListener('message', hear);
  return () => listening?.removeEventListener('message', hear);
}

/** A page that goes into the back-forward cache may not hold a channel open. */
export function closeChannel(): void {
  channel?.close();
  channel = null;
}

/** Tabs of other releases talk on the same channel. */
function isMessage(data: unknown): data is AuthMessage {
  const { type, userId, leaving } = fieldsOf(data);
  if (!isText(userId)) return false;
  return type === 'signed-out' || type === 'signed-in' || (type === 'release' && isLeaving(leaving));
}

const isLeaving = (value: unknown) => typeof fieldsOf(value).keepUnsent === 'boolean';
