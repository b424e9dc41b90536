/** A step as phones know it: `data` of content of the kind 'step' (supabase/migrations/…_content.sql). */
import type { ContentRow } from '@/db/rows';

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

/** Throws TypeError when the row is no step. */
export function parseStep({ id, data }: ContentRow): Step {
  const { name, style_id, level, description, video_url } = (data ?? {}) as Record<string, unknown>;
  const known = LEVELS.find((one) => one === level);
  if (typeof name !== 'string' || typeof style_id !== 'string' || !known || typeof description !== 'string') {
    throw new TypeError('not a step');
  }
  return {
    id,
    name,
    styleId: style_id,
    level: known,
    description,
    videoUrl: typeof video_url === 'string' ? video_url : null,
  };
}
