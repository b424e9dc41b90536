/** How long acknowledged commands stay on the phone. Pages only: the worker sends and leaves them. */
import type { Ack, RawCommand } from './command';
import { mayBeLost } from './epochs';
import type { OutboxStore } from './store';

/**
 * Milliseconds for which a delivered command is kept: after it is settled, and at most. A server may be restored from a
 * backup of a week ago; what it lost is sent again.
 */
const KEPT = { settled: 60 * 60_000, longest: 8 * 24 * 60 * 60_000 };
/** How many settled commands are kept, and how many characters of them. */
const ROOM = { commands: 2_000, characters: 5_000_000 };

/**
 * Deletes receipts that neither a screen nor a restored server needs any more. Where room is short the oldest go
 * first.
 */
export async function prune(store: Pick<OutboxStore, 'change'>, now = Date.now()): Promise<void> {
  await store.change(async (commands, all) => {
    const gone: RawCommand[] = [];
    let kept = 0;
    let characters = 0;
    for (const command of all.toReversed()) {
      const { ack } = command;
      if (!ack) continue;
      const age = Math.abs(now - ack.at);
      const isOld = ack.settled && age > KEPT.settled;
      if (age > KEPT.longest || (isOld && !mayBeLost(command))) gone.push(command);
      else if (ack.settled) {
        const slim = isOld ? { ...command, ack: { ...ack, answer: counted(ack) } } : command;
        kept += 1;
        characters += JSON.stringify(slim).length;
        if (kept > ROOM.commands || characters > ROOM.characters) gone.push(command);
        else if (isOld && Object.keys(ack.answer).length > 2) await commands.patch(slim, {});
      }
    }
    await commands.remove(gone);
  });
}

/** The fields of an answer that are compared with the server's epoch. */
const counted = ({ answer: { epoch, version } }: Ack) => ({ epoch, version });
