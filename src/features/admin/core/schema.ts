/** Schemas shared by the server's answers. */
import { z } from 'zod';

export const text = z.string();
/** A text; null when absent. */
export const maybeText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
/** A count or sum; PostgreSQL may send `numeric` as text. */
export const amount = z.coerce.number();
export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
/** A number, also when sent as text; any other text is refused. */
export const maybeNumber = z
  .union([z.number(), z.string().transform(Number).pipe(z.number())])
  .nullish()
  .transform((value) => value ?? null);
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
export const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
/** A person in a list; null when the account is deleted. */
export const person = z
  .object({ id: text, name: text, role: z.string().optional() })
  .nullish()
  .transform((value) => value ?? null);
