/**
 * The type of a kind of write: everything that the app knows about it. One file per kind in commands/, listed in
 * commands/kinds.ts.
 */
import type { Href } from '@/lib/paths';
import type { Ack, Command, Entity } from './command';
import type { Shape, Shapes } from './shapes';

export interface Kind<P> {
  /** The name under which commands/kinds.ts lists it. */
  kind: string;
  /** The payload's version; raised whenever its shape changes. */
  version: number;
  /** The shape of a payload; its type is derived from this. */
  schema: (z: Shapes) => Shape<P>;
  table: Table;
  /** The procedure of the REST API. */
  procedure: string;
  args(command: Command<P>): Record<string, unknown>;
  /** The name that is shown in 'Envios pendentes'. */
  label: string;
  /** One line about the content, shown to its author only. */
  summary(payload: P): string | null;
  /**
   * Upgrades an older app's payload to this version; left out while there is only one. It must lead to the same `args`
   * as the older app sent: the server recognizes a repetition by its content.
   */
  upgrade?(payload: unknown, from: number): unknown;
  /** The command creates its row: later commands on that row depend on it. */
  creates: boolean;
  /** Rows that must exist on the server before the command. */
  parents?(payload: P): Entity[];
  /** Rows whose earlier writes go first, even if they fail. */
  after?(payload: P): Entity[];
  /**
   * For a write that no procedure takes: its path, whether a response confirms this command, and the codes of its
   * refusals.
   */
  send?: {
    path: string;
    confirms(answer: Record<string, unknown>, command: Command<P>): boolean;
    refusals: readonly string[];
  };
  /** The phone sends it without the person's doing, so no screen shows it. */
  ofThePhone?: true;

  /** The effect on the row that a screen shows until the replica has caught up; null: there is no row. */
  apply?(row: never, command: Command<P>): unknown;
  /** Where the row comes back from: its author's own rows, or the public content. */
  comesWith?: 'own' | 'content';
  /** The collection of own rows that the row comes with; its epoch is the one that versions are counted in. */
  collection?: OwnCollection;
  /**
   * Whether the replica holds the effect of a delivered command, so that its overlay may go. `others`: the person's own
   * commands.
   */
  caughtUp?(command: Command<P>, ack: Ack, held: Held, others: readonly Command[]): boolean;
  /** Whether the replica holds the row that the command creates: then it has arrived, although it was refused. */
  isHeld?(command: Command<P>, held: Held): boolean;

  /** Texts for each refusal of its procedure, by hint. Texts that all kinds share are in sending.ts. */
  refusals: Readonly<Record<string, Refusal>>;
  /** Hints of refusals that sending the same command again would only repeat. */
  final?: readonly string[];
  /** The page where the author of a refused write can change it; null: none. */
  editPath?(command: Command<P>, role: string | null | undefined): Href | null;
}

/** The tables of entities. Commands on the same table and id wait for each other. */
export type Table =
  | 'user_profiles'
  | 'notification_preferences'
  | 'notifications'
  | 'leads'
  | 'lesson_requests'
  | 'lessons'
  | 'payment_keys'
  | 'lesson_notes'
  | 'step_marks'
  | 'step_reviews'
  | 'events'
  | 'event_goings'
  | 'partner_requests'
  | 'lesson_evaluations'
  | 'favourites'
  | 'teacher_alerts'
  | 'visitor_alerts'
  | 'blocks'
  | 'reports'
  | 'posts'
  | 'pwa_subscriptions';

/** Text for a refusal; where its details name fields, a text by field, with '' for all others. */
export type Refusal = string | Readonly<Record<string, string>>;

export type OwnCollection =
  | 'profile'
  | 'notifications'
  | 'lesson_requests'
  | 'lessons'
  | 'payment_keys'
  | 'notebook'
  | 'evaluations'
  | 'favourites'
  | 'alerts';

/**
 * The person's rows in the replica on this phone, as far as settling needs them. A part is null until it has been read.
 */
export interface Held {
  /** The version of the profile's row; 0 without a row. */
  profile: number | null;
  /** Ids of unread notifications. */
  unread: ReadonlySet<string> | null;
  /** The version of each lesson request, by id. */
  requests: ReadonlyMap<string, number> | null;
  /** The version of each lesson, by id. */
  lessons: ReadonlyMap<string, number> | null;
  /** The version of each Pix key, by its teacher. */
  paymentKeys: ReadonlyMap<string, number> | null;
  /** The version of each row of the notebook, by id. */
  notebook: ReadonlyMap<string, number> | null;
  /** The version of each evaluation that the person wrote, by the id of its request. */
  evaluations: ReadonlyMap<string, number> | null;
  /** The version of each alert, by id. */
  alerts: ReadonlyMap<string, number> | null;
  /** The version up to which all favourites and blocks are here: a removal leaves no row that could carry a version. */
  marks: number | null;
  /** Ids of the Mural's posts, and when content was last pulled (milliseconds since 1970). */
  posts: { ids: ReadonlySet<string>; pulledAt: number | null } | null;
}

/** Whether a row in this version includes the acknowledged write; false while the version is unknown. */
export function hasReached(version: number | null | undefined, ack: Ack): boolean {
  return typeof version === 'number' && ack.version !== null && version >= ack.version;
}
