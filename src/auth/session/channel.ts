import { fieldsOf, isText } from '@/lib/stored';

/**
 * Tabs tell each other about sign-ins and sign-outs. The storage event and the next start make up for a missed message.
 */
export type AuthMessage =
  /** Close this person's database: it is about to be deleted. */
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

/** Listens to the other tabs. Returns a function that stops. */
export function hearTabs(listener: (message: AuthMessage) => void): () => void {
  const listening = open();
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data)) listener(data);
  };
  listening?.addEventListener('message', hear);
  return () => listening?.removeEventListener('message', hear);
}

/** A page in the back-forward cache must not hold a channel open. */
export function closeChannel(): void {
  channel?.close();
  channel = null;
}

/** Checks messages, since tabs of other releases use the same channel. */
function isMessage(data: unknown): data is AuthMessage {
  const { type, userId, leaving } = fieldsOf(data);
  if (!isText(userId)) return false;
  return type === 'signed-out' || type === 'signed-in' || (type === 'release' && isLeaving(leaving));
}

const isLeaving = (value: unknown) => typeof fieldsOf(value).keepUnsent === 'boolean';
