/**
 * The advice before the first contact with a teacher: shown once per teacher, and remembered on this phone. Deleted at
 * sign-out, like every key with this prefix. Where the phone keeps nothing, the advice comes again.
 */
import { stored, textsOf } from '@/lib/stored';

/** Teachers remembered, the latest ones. */
const MOST = 200;

const advised = stored('danceflix_private_advised', textsOf);

export const isAdvised = (teacherId: string): boolean => (advised.read() ?? []).includes(teacherId);

export function keepAdvised(teacherId: string): void {
  const others = (advised.read() ?? []).filter((id) => id !== teacherId);
  advised.write([teacherId, ...others].slice(0, MOST));
}
