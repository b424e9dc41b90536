/**
 * A person's own rows about the agenda: the contract with …_events.sql. They come with the
 * collection of the notebook.
 */

export const PROPOSAL_STATES = ['waiting', 'published', 'refused'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Proposals in 24 hours. Apart from the other bounds, which the service worker does not need. */
export const EVENTS_A_DAY = 5;

/** Bounds that the database holds too. */
export const EVENT_LIMITS = {
  title: { least: 3, most: 120 },
  venue: 200,
  price: 80,
  organiser: 120,
  url: 500,
  description: 4000,
  /** An end lies at most so many days after the start. */
  days: 31,
} as const;

/** An event that the person proposed, with the fields of the public content beside these. The row's id is the event's. */
export interface OwnEvent extends Record<string, unknown> {
  title: string;
  slug: string;
  state: ProposalState;
  /** Why the team refused it. */
  reason: string | null;
  is_published: boolean;
  /** ISO 8601. */
  sent_at: string;
  updated_at: string;
}

/** Whether the person goes to an event on a day. */
export interface Going {
  event_id: string;
  /** 'YYYY-MM-DD' in Brasília. */
  day: string;
  going: boolean;
}

/** The words for both are in offers.ts. */
export type PartnerRole = 'conduz' | 'conduzido' | 'dois';
export type PartnerLevel = 'iniciante' | 'intermediario' | 'avancado';

/** A wish for a partner: for a date of an event, or for a style in a city. */
export interface PartnerWish {
  event_id: string | null;
  day: string | null;
  style_id: string | null;
  city_id: string | null;
  role: PartnerRole;
  level: PartnerLevel;
}

/** The contact of each of the two of an accepted answer; none before. */
export interface PartnerContact {
  name: string;
  whatsapp: string | null;
  email: string | null;
}

export type AnswerState = 'waiting' | 'accepted' | 'ended';

export interface PartnerAnswer {
  id: string;
  person_id: string;
  /** The first name. */
  name: string;
  state: AnswerState;
  contact: PartnerContact | null;
}

/** A partner request as its asker, or one who answered, sees it. The row's id is the request's. */
export type PartnerRequest = PartnerWish & {
  found: boolean;
  ended: boolean;
  /** ISO 8601. */
  expires_at: string;
} & (
    | { side: 'asker'; answers: PartnerAnswer[] }
    | {
        side: 'answerer';
        person_id: string;
        name: string | null;
        state: AnswerState;
        contact: PartnerContact | null;
      }
  );
