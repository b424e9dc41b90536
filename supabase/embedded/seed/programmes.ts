/** Fictional supporters and sponsors, some slots sold and some free. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Statements } from '../database.ts';
import { NEWEST, noon } from './accounts.ts';
import { demoFolder } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';

export const LOGO_BUCKET = 'sponsor-logos';

const supporter = z.strictObject({
  /** Key of the demo account with the supporter's e-mail. */
  person: z.string().optional(),
  /** E-mail of a supporter without an account. */
  email: z.email().optional(),
  tier: z.enum(['passinho', 'giro_completo', 'destaque_salao', 'brilho_palco']),
  /** Default: the tier's price. */
  amount: z.number().optional(),
  displayName: z.string().optional(),
  listed: z.boolean().default(true),
  active: z.boolean().default(true),
  since: z.iso.date(),
});
const sponsor = z.strictObject({
  /** Key that the logo's file is named after and the id is derived from. */
  key: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  tier: z.enum(['bronze', 'prata', 'ouro']),
  order: z.number().int(),
  tagline: z.string(),
  url: z.url().nullable(),
  active: z.boolean().default(true),
});
const programmes = z.strictObject({ supporters: z.array(supporter), sponsors: z.array(sponsor) });
export type DemoProgrammes = z.infer<typeof programmes>;

export interface DemoLogo {
  key: string;
  bytes: Uint8Array;
}

export async function readDemoProgrammes(): Promise<DemoProgrammes & { logos: Map<string, DemoLogo> }> {
  const content = programmes.parse(
    JSON.parse(await readFile(new URL('programmes.json', demoFolder), 'utf8')),
  );
  const logos = await Promise.all(
    content.sponsors.map(async ({ key }) => [key, await readLogo(key)] as const),
  );
  return { ...content, logos: new Map(logos) };
}

async function readLogo(key: string): Promise<DemoLogo> {
  const bytes = await readFile(new URL(`logos/${key}.webp`, demoFolder));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { key: `${key}/${digest}.webp`, bytes };
}

export async function putProgrammes(
  tx: Statements,
  { supporters, sponsors, logos }: DemoProgrammes & { logos: Map<string, DemoLogo> },
): Promise<void> {
  for (const { person, email, tier, amount, displayName, listed, active, since } of supporters) {
    const address = email ?? `${person}@demo.danceflix.test`;
    const [row] = await tx.query<{ user_id: string | null }>(
      `insert into public.supporter_tiers
         (id, email, tier, amount, display_name, is_listed, is_active, created_at, updated_at)
       select $1, $2, d.tier, coalesce($3::numeric, d.amount), $4, $5, $6, $7, $8
       from public.supporter_tier_definitions d where d.tier = $9 returning user_id`,
      [
        nameUuid(`demo:supporter:${address}`),
        address,
        amount ?? null,
        displayName ?? null,
        listed,
        active,
        noon(since),
        NEWEST,
        tier,
      ],
    );
    // The database links a support to its account by the e-mail.
    if (person !== undefined && !row?.user_id) throw new Error(`no demo person has the key ${person}`);
  }
  for (const { key, name, tier, order, tagline, url, active } of sponsors) {
    const logo = logos.get(key);
    await tx.query(
      `insert into public.sponsors
         (id, name, tier, tagline, url, logo_url, display_order, is_active, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
      [
        nameUuid(`demo:sponsor:${key}`),
        name,
        tier,
        tagline,
        url,
        logo ? `/storage/v1/object/public/${LOGO_BUCKET}/${logo.key}` : null,
        order,
        active,
        NEWEST,
      ],
    );
  }
}
