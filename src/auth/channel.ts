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
  const hear = ({ data }: MessageEvent<AuthMessage>) => listener(data);
  listening?.addEventListener('message', hear);
  return () => listening?.removeEventListener('message', hear);
}

/** A page that goes into the back-forward cache may not hold a channel open. */
export function closeChannel(): void {
  channel?.close();
  channel = null;
}
