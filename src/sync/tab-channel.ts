/** Tabs among themselves: a tab without the lock asks the one that has it to pull, and hears how it goes. */
import type { PullReason } from './messages';
import type { CollectionName, CollectionStatus } from './status';

const CHANNEL = 'danceflix-sync';
/** Milliseconds after which nobody is taken to have heard. */
const PATIENCE = 30_000;

type TabMessage =
  | { type: 'pull'; id: string; reason: PullReason }
  | { type: 'pulled'; id: string }
  | { type: 'status'; name: CollectionName; status: CollectionStatus };

interface TabListener {
  /** Pulls if this tab can; resolves to whether it did. */
  pull(reason: PullReason): Promise<boolean>;
  status(name: CollectionName, status: CollectionStatus): void;
}

export class TabChannel {
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  private readonly waiting = new Map<string, () => void>();

  constructor(listener: TabListener) {
    if (!this.channel) return;
    this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === 'status') listener.status(data.name, data.status);
      else if (data.type === 'pulled') this.waiting.get(data.id)?.();
      else void this.serve(listener, data);
    };
  }

  askToPull(reason: PullReason): Promise<void> {
    const { channel } = this;
    if (!channel) return Promise.resolve();
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, PATIENCE);
      this.waiting.set(id, done);
      channel.postMessage({ type: 'pull', id, reason } satisfies TabMessage);
    });
  }

  tellStatus(name: CollectionName, status: CollectionStatus): void {
    this.channel?.postMessage({ type: 'status', name, status } satisfies TabMessage);
  }

  close(): void {
    for (const done of [...this.waiting.values()]) done();
    this.channel?.close();
  }

  private async serve(
    listener: TabListener,
    { id, reason }: { id: string; reason: PullReason },
  ): Promise<void> {
    if (await listener.pull(reason)) this.channel?.postMessage({ type: 'pulled', id } satisfies TabMessage);
  }
}
