/** The demo library of dance steps. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Statements } from '../database.ts';
import { demoFolder } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';

const demoSteps = z.array(
  z.strictObject({
    style: z.string(),
    name: z.string(),
    level: z.enum(['iniciante', 'intermediário', 'avançado']),
    description: z.string(),
    video: z.url().nullable(),
  }),
);

/** Inserts the steps in the order of the file. Throws on an unknown style. */
export async function putSteps(tx: Statements): Promise<void> {
  const steps = demoSteps.parse(JSON.parse(await readFile(new URL('steps.json', demoFolder), 'utf8')));
  for (const [place, step] of steps.entries()) {
    const put = await tx.query(
      `insert into public.dance_steps
         (id, name, dance_style_id, level, description, video_url, position, is_published)
       select $1, $2, s.id, $3, $4, $5, $6, true from public.dance_styles s where s.name = $7 returning 1`,
      [
        nameUuid(`demo:step:${step.style}:${step.name}`),
        step.name,
        step.level,
        step.description,
        step.video,
        (place + 1) * 10,
        step.style,
      ],
    );
    if (put.length === 0) throw new Error(`The database has no style called ${step.style}`);
  }
}
