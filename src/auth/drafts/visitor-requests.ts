/**
 * The requests for lessons that a visitor of this phone has filled in. They travel with the sign-up too, because the
 * link in its mail may open another browser: in the sign-up's metadata, beside the registration, until the first sign-in
 * has put them on that person's phone and removes both.
 */
import { logger } from '@/lib/logger';
import { fieldsOf, isText, readText, type Stored, stored, storedKeys, writeText } from '@/lib/stored';
import { safeRedirect } from '../entering/redirect';
import { keepWayBack, wayBack } from '../entering/way-back';
import { PRIVATE_DRAFT_PREFIX, VISITOR_REQUEST_PREFIX } from '../leaving/forget';

/** A week, since a phone has many visitors. */
const LIFETIME = 7 * 24 * 60 * 60_000;

/** The request of this phone's visitor to one teacher. */
export const visitorRequest = <T>(teacherId: string, guard: (value: unknown) => T | null): Stored<T> =>
  stored(`${VISITOR_REQUEST_PREFIX}${teacherId}`, guard, { lifetime: LIFETIME });

/** Name of a person's draft of a request to one teacher. */
export const requestKey = (userId: string, about: string) =>
  `${PRIVATE_DRAFT_PREFIX}request_${userId}_${about}`;

/** The teachers whom this phone's visitor has written to. */
export const visitorsTeachers = (): string[] =>
  storedKeys(VISITOR_REQUEST_PREFIX).map((key) => key.slice(VISITOR_REQUEST_PREFIX.length));

/** The drafts as they are stored: who reads them checks them. */
interface Luggage {
  requests: Record<string, object>;
  /** The page that the visitor left. */
  back: string | null;
}

/** Bytes. A person's first token contains them, and gateways take 8 kB of headers. */
const ROOM = 3_500;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Packs what there is room for; the rest waits on this phone. */
export function packRequests(): Luggage | Record<string, never> {
  const back = wayBack();
  const requests: Luggage['requests'] = {};
  for (const teacherId of visitorsTeachers()) {
    const draft = visitorRequest(teacherId, objectOf).read();
    if (!draft) continue;
    if (bytesOf({ back, requests: { ...requests, [teacherId]: draft } }) <= ROOM) requests[teacherId] = draft;
    else logger.info('A request stays on this phone: it is too long to travel with the sign-up');
  }
  return Object.keys(requests).length === 0 ? {} : { requests, back };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Puts what the sign-up carried on this phone. What the person has typed here since then wins. */
export function unpackRequests(userId: string, metadata: unknown): void {
  const { requests, back } = fieldsOf(fieldsOf(metadata).registration);
  for (const [teacherId, draft] of Object.entries(fieldsOf(requests))) {
    if (!ID.test(teacherId) || !objectOf(draft)) continue;
    const key = requestKey(userId, teacherId);
    if (readText(key) === null) writeText(key, JSON.stringify(draft));
  }
  const page = isText(back) ? safeRedirect(back) : null;
  if (page !== null && wayBack() === null) keepWayBack(page);
}

export const hasRequests = (metadata: unknown): boolean =>
  Object.keys(fieldsOf(fieldsOf(fieldsOf(metadata).registration).requests)).length > 0;

const objectOf = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
