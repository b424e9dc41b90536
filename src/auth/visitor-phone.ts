/**
 * How the server knows a phone without an account: by a secret that only this phone has, and by the push token that it
 * saved under it. Outside the private keys, which a sign-out deletes: it belongs to the phone.
 */
import { secretId } from '@/lib/browser/random';
import { fieldsOf, isMoment, isText, stored } from '@/lib/stored';
import { VISITOR_PHONE } from './push-record';

export interface VisitorPhone {
  secret: string;
  /** The push token that the server has; null: none yet. */
  token: string | null;
  /** Milliseconds since 1970: when the token was last compared with the browser's. */
  checkedAt: number;
}

export const visitorPhone = stored<VisitorPhone>(VISITOR_PHONE, (value) => {
  const { secret, token, checkedAt } = fieldsOf(value);
  if (!isText(secret) || !isMoment(checkedAt)) return null;
  return { secret, token: isText(token) ? token : null, checkedAt };
});

/** The secret of this phone, made at the first use; null where the browser keeps nothing, or makes no secrets. */
export function phoneSecret(): string | null {
  const known = visitorPhone.read();
  if (known) return known.secret;
  const secret = secretId();
  return secret !== null && visitorPhone.write({ secret, token: null, checkedAt: 0 }) ? secret : null;
}
