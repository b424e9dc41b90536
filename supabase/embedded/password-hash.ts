import bcrypt from 'bcryptjs';
import { z } from 'zod';

/** @supabase/lite's own variable, read like its Auth does, so that both hash with the same cost. */
const cost = z.coerce.number().int().min(4).max(31).default(10);

/** bcrypt, for `auth.users.encrypted_password`. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, cost.parse(process.env.LITE_AUTH_BCRYPT_COST || undefined));
}
