/** A dance step: `data` of content of the kind 'step' (supabase/migrations/…_content.sql). */
import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';

export const LEVELS = ['iniciante', 'intermediário', 'avançado'] as const;
export type Level = (typeof LEVELS)[number];

export interface Step {
  id: string;
  name: string;
  styleId: string;
  level: Level;
  description: string;
  videoUrl: string | null;
}

/** Throws TypeError for a row that is no step. */
export function parseStep({ id, data }: ContentRow): Step {
  const read = reader(data);
  const level = LEVELS.find((one) => one === read.any('level'));
  if (!level) throw new TypeError('level of a step');
  return {
    id,
    name: read.string('name'),
    styleId: read.string('style_id'),
    level,
    description: read.string('description'),
    videoUrl: read.textOrNull('video_url'),
  };
}
