/**
 * This phone as a device of one person: the id under which it announces how many writes wait (announce-waiting.ts), and
 * what its server last heard. Kept beside the queue's database, whose form is frozen; clearing the site's data deletes
 * both. The key does not identify the person, and it outlives a sign-out only as long as it has something to say.
 */
import type { Leaving } from '@/auth/leaving/release';
import { personKey } from '@/lib/private-storage';
import { fieldsOf, isMoment, isNumber, isText, type Stored, stored } from '@/lib/stored';

/** The writes that wait on another device of the person. */
export interface Announced {
  waiting: number;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
}

export interface Device {
  /** Another one for each person, so that it does not connect two accounts. */
  id: string;
  /** The number that was announced last; null while it is not known whether that arrived. */
  told: number | null;
  /** The epoch of the server that was told of a waiting write; null when none ever was. */
  epoch: string | null;
  /** Announcements of the person's other devices when this one was new; null until the server has answered. */
  others: readonly Announced[] | null;
  /** The person has read about `others`. */
  isRead: boolean;
}

const PREFIX = 'danceflix_device_';

export const deviceAt = (name: string): Stored<Device> => stored(PREFIX + name, parse);

export async function deviceOf(userId: string): Promise<Stored<Device>> {
  // Without Web Crypto (plain http) the id itself, which only tells that this person was here.
  return deviceAt(await personKey(userId).catch(() => userId));
}

/** The account does not exist any more. */
export async function forgetDevice(userId: string): Promise<void> {
  (await deviceOf(userId)).write(null);
}

/**
 * Called when the person leaves this phone. Where the server still counts writes here, the next sign-in of the person has
 * to correct it; and what was read about other devices is not told again.
 */
export async function leaveDevice(userId: string, { ended }: Leaving): Promise<void> {
  const device = await deviceOf(userId);
  const known = device.read();
  if (ended === 'removed' || (known?.told === 0 && known.others?.length === 0)) device.write(null);
}

function parse(value: unknown): Device | null {
  const { id, told, epoch, others, isRead } = fieldsOf(value);
  if (!isText(id)) return null;
  return {
    id,
    told: isNumber(told) ? told : null,
    epoch: isText(epoch) ? epoch : null,
    others: Array.isArray(others) ? others.flatMap((one) => announcedIn(one) ?? []) : null,
    isRead: isRead === true,
  };
}

function announcedIn(value: unknown): Announced | null {
  const { waiting, at } = fieldsOf(value);
  return isNumber(waiting) && waiting > 0 && isMoment(at) ? { waiting, at } : null;
}
