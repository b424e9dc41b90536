import bcrypt from 'bcryptjs';
import { z } from 'zod';

/** @supabase/lite's own variable, read as its Auth reads it: what it hashes and what is hashed here cost the same. */
const cost = z.coerce.number().int().min(4).max(31).default(10);

/** bcrypt, for `auth.users.encrypted_password`. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost.parse(process.env.LITE_AUTH_BCRYPT_COST || undefined));
}
