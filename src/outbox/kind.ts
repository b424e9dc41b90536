/** What the outbox has to know of a kind of write. One file a kind in commands/, listed in commands/kinds.ts. */
import type { Command, Entity } from './command';

export interface Kind<P> {
  kind: string;
  /** Of the payload; counted up whenever its shape changes. */
  version: number;
  /** Of the REST API. */
  procedure: string;
  args(command: Command<P>): Record<string, unknown>;
  /** What people call it, in 'Envios pendentes'. */
  label: string;
  /** A line on what is in it, for its author only. */
  summary(payload: P): string | null;
  /**
   * Brings an older app's payload up to this version. What it makes of a payload must lead to the same `args` as
   * the older app sent: the server knows a repetition by its content.
   */
  upgrade(payload: unknown, from: number): P;
  /** It brings its row into being: without it the commands after it have nothing to act on. */
  creates: boolean;
  /** Rows that must be on the server before. */
  parents?(payload: P): Entity[];
  /** Rows whose earlier writes go first, but need not succeed. */
  after?(payload: P): Entity[];
  /**
   * For what is no procedure: where it goes, whether an answer says that this command was carried out, and the codes
   * with which it is refused.
   */
  send?: {
    path: string;
    confirms(answer: Record<string, unknown>, command: Command<P>): boolean;
    refusals: readonly string[];
  };
}
