/** How long 'Enviado' is shown: until the replica holds the write, and long enough to be read. */
import { useEffect, useState } from 'react';
import type { RawCommand } from './command';

/** Milliseconds after the server's answer. */
export const READ_IN = 15_000;

/** Milliseconds for which the state of a command is still worth showing; Infinity until it changes by itself. */
export function worthSayingFor({ status, ack }: Pick<RawCommand, 'status' | 'ack'>, now: number): number {
  if (status !== 'delivered' || !ack || !ack.settled) return Number.POSITIVE_INFINITY;
  const age = now - ack.at;
  // A response in the future is an old one: the clock has been set back since.
  return age < 0 ? 0 : Math.max(0, READ_IN - age);
}

/** The command while its state is worth showing, then null. */
export function useWorthSaying<C extends RawCommand | null>(command: C): C | null {
  const [now, setNow] = useState(() => Date.now());
  // Uses the present time: the command may have changed after `now` was last updated.
  const left = command ? worthSayingFor(command, Math.max(now, Date.now())) : 0;
  const ends = left > 0 && Number.isFinite(left);
  useEffect(() => {
    if (!ends) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [ends, left]);
  return left > 0 ? command : null;
}
