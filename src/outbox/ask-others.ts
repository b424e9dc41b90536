/** Asks what a person's other devices have announced, once on a phone that is new to the person. */
import { announceWaiting } from './announce-waiting';
import { deviceOf } from './device';
import { unsentOf } from './entry';
import { neverWrote } from './never-wrote';

/** Rejects when the queue cannot be read. */
export async function askOthers(userId: string): Promise<void> {
  const device = await deviceOf(userId);
  const known = device.read();
  // A browser that repairs its databases loses the queue alone: what it held is then told like that of another device.
  if (known && known.told !== 0 && (await neverWrote())) device.write(null);
  else if (known?.others) return;
  await announceWaiting({ userId, waiting: (await unsentOf(userId)).length, epoch: null });
}
