/** Messages from the service worker to the pages, and their check on arrival. */
export type WorkerMessage =
  /** A push notification arrived while the page was visible. */
  | { type: 'push-shown'; title: string; body: string; url: string | null }
  /** A notification was tapped: open its page without a reload. The page responds through the port. */
  | { type: 'open'; url: string }
  /** The browser has replaced this phone's push subscription. */
  | { type: 'push-rotated' };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Null for other messages: workbox and Firebase send their own. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, title, body, url } = data as Record<string, unknown>;
  if (type === 'push-shown' && isText(title) && isText(body)) {
    return { type, title, body, url: isText(url) ? url : null };
  }
  if (type === 'open' && isText(url)) return { type, url };
  return type === 'push-rotated' ? { type } : null;
}
