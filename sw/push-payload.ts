/** Parsing of push messages. The input is untrusted: parsing never throws and always yields a text to show. */
import { insidePath } from '@/lib/inside-path';

export interface Push {
  /** Notifications with the same tag replace each other, so that a repeated message is shown once. */
  tag: string;
  title: string;
  body: string;
  /** A path inside the site. */
  url: string | null;
  /** User the message is for; null when it is for every user. */
  userId: string | null;
}

export const GENERAL = {
  tag: 'danceflix',
  title: 'Danceflix',
  body: 'Você tem uma novidade no Danceflix. Toque para ver.',
} as const;

/** Longest texts (characters) that systems show. */
const LONGEST = { title: 120, body: 500 };

/**
 * Parses the data of a push event: `{ data }` as our server sends it through FCM, or `{ notification, data, fcmOptions }`
 * as the Firebase console does. `origin` is the site's.
 */
export function readPush(text: string | null, origin: string): Push {
  const { data, notification, fcmOptions } = fieldsOf(parse(text));
  const own = fieldsOf(data);
  const shown = fieldsOf(notification);
  const link = fieldsOf(fcmOptions).link;
  return {
    tag: textOf(own.notification_id) ?? textOf(shown.tag) ?? GENERAL.tag,
    title: cut(textOf(own.title) ?? textOf(shown.title) ?? GENERAL.title, LONGEST.title),
    body: cut(textOf(own.body) ?? textOf(shown.body) ?? GENERAL.body, LONGEST.body),
    url: pathOf(textOf(own.url) ?? textOf(link) ?? textOf(shown.click_action), origin),
    userId: textOf(own.user_id),
  };
}

function parse(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function pathOf(value: string | null, origin: string): string | null {
  return insidePath(value?.startsWith(`${origin}/`) ? value.slice(origin.length) : value);
}
