/** Messages between tabs: a tab without the lock asks the one that holds it to pull, and learns the result. */
import { freshToken } from '@/lib/browser/token';
import { fieldsOf, isNumber, isText } from '@/lib/stored';
import type { PullReason } from './messages';
import type { CollectionName, CollectionStatus } from './status';

const CHANNEL = 'danceflix-sync';
/** Milliseconds within which a tab with the lock accepts the request. */
const ACCEPT_WITHIN = 500;
/** Milliseconds after which a pull in another tab is no longer awaited. */
const PATIENCE = 30_000;

type TabMessage =
  | { type: 'pull'; id: string; reason: PullReason }
  | { type: 'pulling'; id: string }
  | { type: 'pulled'; id: string }
  | { type: 'status'; name: CollectionName; status: CollectionStatus };

interface TabListener {
  /** The running pull, or null when this tab does not hold the lock. */
  pull(reason: PullReason): Promise<void> | null;
  status(name: CollectionName, status: CollectionStatus): void;
}

export class TabChannel {
  /** Null without browser support, and once closed: posting to a closed channel throws. */
  private channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  private readonly waiting = new Map<string, { accepted: () => void; done: (heard: boolean) => void }>();

  constructor(listener: TabListener) {
    if (!this.channel) return;
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isTabMessage(data)) return;
      if (data.type === 'status') listener.status(data.name, data.status);
      else if (data.type === 'pulling') this.waiting.get(data.id)?.accepted();
      else if (data.type === 'pulled') this.waiting.get(data.id)?.done(true);
      else void this.serve(listener, data);
    };
  }

  /** Resolves when the pull has ended, to whether any tab accepted it. */
  askToPull(reason: PullReason): Promise<boolean> {
    const { channel } = this;
    if (!channel) return Promise.resolve(false);
    const id = freshToken();
    return new Promise((resolve) => {
      const done = (heard: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(heard);
      };
      let timer = setTimeout(() => done(false), ACCEPT_WITHIN);
      const accepted = () => {
        clearTimeout(timer);
        timer = setTimeout(() => done(true), PATIENCE);
      };
      this.waiting.set(id, { accepted, done });
      channel.postMessage({ type: 'pull', id, reason } satisfies TabMessage);
    });
  }

  tellStatus(name: CollectionName, status: CollectionStatus): void {
    this.channel?.postMessage({ type: 'status', name, status } satisfies TabMessage);
  }

  close(): void {
    for (const { done } of [...this.waiting.values()]) done(false);
    this.channel?.close();
    this.channel = null;
  }

  private async serve(
    listener: TabListener,
    { id, reason }: { id: string; reason: PullReason },
  ): Promise<void> {
    const pull = listener.pull(reason);
    if (!pull) return;
    this.channel?.postMessage({ type: 'pulling', id } satisfies TabMessage);
    await pull;
    this.channel?.postMessage({ type: 'pulled', id } satisfies TabMessage);
  }
}

const STATES: readonly unknown[] = ['never', 'syncing', 'ready', 'failed'];
const NAMES: readonly unknown[] = ['cities', 'dance_styles', 'teachers', 'content'];

/** Checks messages, since tabs of other releases use the same channel. */
function isTabMessage(data: unknown): data is TabMessage {
  const { type, id, name, status } = fieldsOf(data);
  if (type !== 'status') return isText(id) && (type === 'pull' || type === 'pulling' || type === 'pulled');
  const { state, received, total, pulledAt } = fieldsOf(status);
  const counted = isNumber(received) && [total, pulledAt].every((one) => one === null || isNumber(one));
  return NAMES.includes(name) && STATES.includes(state) && counted;
}
