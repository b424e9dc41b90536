/** A notification as FCM takes it for one phone (HTTP v1, projects.messages). */
import type { Claimed } from './store.ts';

/** FCM takes 4,096 bytes of data; titles, addresses and ids leave at least this much. */
const BODY_BYTES = 1500;

/**
 * Data only, all strings: our worker shows the notification, so that it can choose where a click leads. The topic, like
 * the worker's tag, is the notification: a push service that still holds one replaces it, and nobody sees two.
 */
export function messageFor(claimed: Claimed, token: string) {
  return {
    token,
    data: {
      notification_id: claimed.notification_id,
      user_id: claimed.user_id,
      kind: claimed.kind,
      title: claimed.title,
      body: shortened(claimed.body, BODY_BYTES),
      url: claimed.url ?? '/',
    },
    webpush: {
      headers: {
        TTL: String(Math.max(claimed.seconds, 0)),
        Urgency: claimed.kind.startsWith('lesson_request.') ? 'high' : 'normal',
        // 32 characters of base64url at most (RFC 8030 §5.4).
        Topic: claimed.notification_id.replaceAll('-', ''),
      },
    },
  };
}
export type Message = ReturnType<typeof messageFor>;

/** At most so many bytes of UTF-8, whole characters, with an ellipsis where something is missing. */
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
