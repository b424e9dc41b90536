/** Builds the FCM message of a notification for one phone (HTTP v1, projects.messages). */
import type { Claimed } from './store.ts';

/** FCM accepts 4,096 bytes of data; titles, addresses and ids leave at least this much for the body. */
const BODY_BYTES = 1500;

/**
 * Sends data only, all strings, so that our worker shows the notification and decides where a click leads. The topic,
 * like the worker's tag, is the notification's id: a repeated message replaces the earlier one instead of showing twice.
 */
export function messageFor(claimed: Claimed, token: string) {
  return {
    token,
    data: {
      notification_id: claimed.notification_id,
      user_id: claimed.user_id ?? '',
      kind: claimed.kind,
      title: claimed.title,
      body: shortened(claimed.body, BODY_BYTES),
      url: claimed.url ?? '/',
    },
    webpush: {
      headers: {
        TTL: String(Math.max(claimed.seconds, 0)),
        Urgency: claimed.kind.startsWith('lesson_request.') ? 'high' : 'normal',
        // At most 32 base64url characters (RFC 8030 §5.4).
        Topic: claimed.notification_id.replaceAll('-', ''),
      },
    },
  };
}
export type Message = ReturnType<typeof messageFor>;

/** Cuts a text to at most `bytes` of UTF-8 at a character boundary, with an ellipsis when something was cut. */
export function shortened(text: string, bytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= bytes) return text;
  let left = bytes - encoder.encode('…').length;
  let kept = '';
  for (const letter of text) {
    left -= encoder.encode(letter).length;
    if (left < 0) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}
