/** Hints for a person's own rows, on a topic that only this person may receive. */
import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/rows/collections';
import { type HintListener, type Subscription, subscribe } from '../hints/hints';

export type PrivateHintListener = HintListener<PrivateName>;

/** Subscribes. Injected in tests. */
export type SubscribeToPrivateHints = (
  user: { userId: string; accessToken: string },
  listener: PrivateHintListener,
) => Subscription;

export const subscribeToPrivateHints: SubscribeToPrivateHints = ({ userId, accessToken }, listener) =>
  subscribe(`user:${userId}`, PRIVATE_COLLECTIONS, listener, accessToken);
