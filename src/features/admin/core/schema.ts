/** Pieces that the server's answers are made of. */
import { z } from 'zod';

export const text = z.string();
/** Null where it is absent. */
export const maybeText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
/** Counts and sums, which PostgreSQL's numeric may send as text. */
export const amount = z.coerce.number();
export const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
/** A number, or one as text; a text that is none is refused. */
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
/** Somebody as lists name them; null when they are gone. */
export const person = z
  .object({ id: text, name: text, role: z.string().optional() })
  .nullish()
  .transform((value) => value ?? null);
