import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { nameUuid } from './name-uuid.ts';

export const demoFolder = new URL('../../demo/', import.meta.url);

const star = z.number().int().min(0);
const demoTeacher = z.strictObject({
  /** Key that the picture's file is named after and the id is derived from. */
  key: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  city: z.string(),
  neighborhood: z.string(),
  styles: z.array(z.string()).min(1),
  modalities: z.array(z.enum(['particular', 'grupo'])).min(1),
  /** As 'sabado-manha'. */
  availability: z.array(z.string()).default([]),
  lessonPlaces: z.array(z.enum(['casa', 'estudio', 'online'])).default([]),
  levels: z.array(z.enum(['iniciante', 'intermediario', 'avancado'])).default([]),
  danceRoles: z.array(z.enum(['conduz', 'conduzido'])).default([]),
  acceptsCouples: z.boolean().default(false),
  isAccessible: z.boolean().default(false),
  videos: z.array(z.string()).default([]),
  bio: z.string(),
  experience: z.string(),
  instagram: z.string().nullable(),
  whatsapp: z.string().nullable(),
  slug: z.string().nullable(),
  /** inactive: registered, not approved yet. */
  status: z.enum(['active', 'inactive', 'paused']),
  approvedOn: z.iso.date().nullable(),
  featured: z.boolean(),
  supporterTier: z.enum(['destaque_salao', 'brilho_palco']).nullable(),
  /** Number of evaluations with five, four, three, two stars and one. */
  stars: z.tuple([star, star, star, star, star]).nullable(),
  portrait: z
    .strictObject({
      skin: z.number(),
      hair: z.string(),
      hairColor: z.string(),
      extras: z.array(z.string()),
    })
    .nullable(),
});
export type DemoTeacher = z.infer<typeof demoTeacher> & { id: string };

const credentials = { key: z.string(), email: z.email(), password: z.string() };
const demoAccount = z.discriminatedUnion('role', [
  z.strictObject({ ...credentials, role: z.literal('teacher') }),
  z.strictObject({
    ...credentials,
    role: z.enum(['student', 'admin']),
    name: z.string(),
    city: z.string(),
    whatsapp: z.string().nullable(),
    styles: z.array(z.string()),
  }),
]);
export type DemoAccount = z.infer<typeof demoAccount> & { id: string };

const read = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, demoFolder), 'utf8'));

const withId = <T extends { key: string }>(person: T) => ({ ...person, id: nameUuid(`demo:${person.key}`) });

export async function readDemoTeachers(): Promise<DemoTeacher[]> {
  return z
    .array(demoTeacher)
    .parse(await read('teachers.json'))
    .map(withId);
}

/** The accounts with a password; a teacher's account has the key of a teacher. */
export async function readDemoAccounts(): Promise<DemoAccount[]> {
  return z
    .array(demoAccount)
    .parse(await read('accounts.json'))
    .map(withId);
}

/** The picture's bytes and its path: `<teacher id>/<digest>.webp`. Null for a teacher without a picture. */
export async function readDemoPicture(
  teacher: DemoTeacher,
): Promise<{ key: string; bytes: Uint8Array } | null> {
  if (teacher.portrait === null) return null;
  const bytes = await readFile(new URL(`pictures/${teacher.key}.webp`, demoFolder));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { key: `${teacher.id}/${digest}.webp`, bytes };
}
