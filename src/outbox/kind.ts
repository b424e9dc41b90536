/** A kind of write: everything that the app knows of it. One file a kind in commands/, listed in commands/kinds.ts. */
import type { Href } from '@/lib/paths';
import type { Ack, Command, Entity } from './command';
import type { Shape, Shapes } from './shapes';

export interface Kind<P> {
  /** As commands/kinds.ts lists it. */
  kind: string;
  /** Of the payload; counted up whenever its shape changes. */
  version: number;
  /** The shape of a payload; its type is derived from this. */
  schema: (z: Shapes) => Shape<P>;
  table: Table;
  /** Of the REST API. */
  procedure: string;
  args(command: Command<P>): Record<string, unknown>;
  /** The name that people read in 'Envios pendentes'. */
  label: string;
  /** A line on what is in it, for its author only. */
  summary(payload: P): string | null;
  /**
   * Brings an older app's payload up to this version; left out while there is only one. It must lead to the same `args`
   * as the older app sent: the server knows a repetition by its content.
   */
  upgrade?(payload: unknown, from: number): unknown;
  /** It creates its row: without it the commands after it have nothing to act on. */
  creates: boolean;
  /** Rows that must be on the server before. */
  parents?(payload: P): Entity[];
  /** Rows whose earlier writes go first, but need not succeed. */
  after?(payload: P): Entity[];
  /**
   * For a write that no procedure takes: where it goes, whether an answer says that this command was carried out, and
   * the codes with which it is refused.
   */
  send?: {
    path: string;
    confirms(answer: Record<string, unknown>, command: Command<P>): boolean;
    refusals: readonly string[];
  };
  /** The phone sends it for itself, so no screen shows it. */
  ofThePhone?: true;

  /** The effect on the row that a screen shows until the replica has caught up; null: there is no row. */
  apply?(row: never, command: Command<P>): unknown;
  /** Where the row comes back from: its author's own rows, or the content that everybody reads. */
  comesWith?: 'own' | 'content';
  /** The collection of own rows that the row comes with, which tells the epoch that its versions are counted in. */
  collection?: OwnCollection;
  /**
   * Whether the replica holds the effect of a delivered command, so that its overlay may go. `others`: the person's own
   * commands.
   */
  caughtUp?(command: Command<P>, ack: Ack, held: Held, others: readonly Command[]): boolean;
  /** Whether the replica holds the row that the command creates: then it has arrived, although it was refused. */
  isHeld?(command: Command<P>, held: Held): boolean;

  /** Words for each refusal of its procedure, by hint. Those that all kinds share stand in words.ts. */
  refusals: Readonly<Record<string, Refusal>>;
  /** Hints of refusals that sending the same again would only meet again. */
  final?: readonly string[];
  /** Where the author of a refused write can change it; null: nowhere. */
  editPath?(command: Command<P>, role: string | null | undefined): Href | null;
}

/** The tables of entities. Commands on the same table and id wait for each other. */
export type Table =
  | 'user_profiles'
  | 'notification_preferences'
  | 'notifications'
  | 'leads'
  | 'lesson_requests'
  | 'lesson_evaluations'
  | 'favourites'
  | 'blocks'
  | 'reports'
  | 'posts'
  | 'pwa_subscriptions';

/** Words for a refusal; where its details name a field, each field's, and '' for all others. */
export type Refusal = string | Readonly<Record<string, string>>;

export type OwnCollection = 'profile' | 'notifications' | 'lesson_requests' | 'evaluations' | 'favourites';

/** The person's rows in the replica on this phone, as far as settling needs them. A part is null until it was read. */
export interface Held {
  /** The version of the profile's row; 0 without one. */
  profile: number | null;
  /** Ids of notifications that are not read. */
  unread: ReadonlySet<string> | null;
  /** The version of each lesson request, by id. */
  requests: ReadonlyMap<string, number> | null;
  /** The version of each evaluation that the person wrote, by the id of its request. */
  evaluations: ReadonlyMap<string, number> | null;
  /** Up to which version all favourites and blocks are here: a removal leaves no row to tell it by. */
  marks: number | null;
  /** Posts of the Mural, by id, and when content was pulled last (milliseconds since 1970). */
  posts: { ids: ReadonlySet<string>; pulledAt: number | null } | null;
}

/** Whether a row in this version holds what was acknowledged; never while the version is not known. */
export function hasReached(version: number | null | undefined, ack: Ack): boolean {
  return typeof version === 'number' && ack.version !== null && version >= ack.version;
}
