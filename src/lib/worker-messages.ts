/** What the service worker says to the pages, and the check where it arrives. */
export type WorkerMessage =
  /** A push notification was shown while somebody was looking at the page. */
  | { type: 'push-shown'; title: string; body: string; url: string | null }
  /** A notification was tapped: lead there without loading anew. To be answered through the port. */
  | { type: 'open'; url: string }
  /** The browser has put another push subscription in the place of this phone's. */
  | { type: 'push-rotated' };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Null for what is none of these: workbox and Firebase send messages of their own. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type, title, body, url } = data as Record<string, unknown>;
  if (type === 'push-shown' && isText(title) && isText(body)) {
    return { type, title, body, url: isText(url) ? url : null };
  }
  if (type === 'open' && isText(url)) return { type, url };
  return type === 'push-rotated' ? { type } : null;
}
