/** How long 'Enviado' stays: until the replica holds what was sent, and long enough to be read. */
import { useEffect, useState } from 'react';
import type { RawCommand } from './command';

/** Milliseconds after the server's answer. */
export const READ_IN = 15_000;

/** Milliseconds that the state of a command still has something to say; Infinity until that changes by itself. */
export function worthSayingFor({ status, ack }: Pick<RawCommand, 'status' | 'ack'>, now: number): number {
  if (status !== 'delivered' || !ack || !ack.settled) return Number.POSITIVE_INFINITY;
  const age = now - ack.at;
  // An answer from tomorrow is an old one: the clock has been set back since.
  return age < 0 ? 0 : Math.max(0, READ_IN - age);
}

/** The command while its state has something to say, then null. */
export function useWorthSaying<C extends RawCommand | null>(command: C): C | null {
  const [now, setNow] = useState(() => Date.now());
  // By what it is now: the command may have changed after the last look at the clock.
  const left = command ? worthSayingFor(command, Math.max(now, Date.now())) : 0;
  const ends = left > 0 && Number.isFinite(left);
  useEffect(() => {
    if (!ends) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [ends, left]);
  return left > 0 ? command : null;
}
