/** The request of every rival's screen, and its answer. */
import type { TeacherCard } from '@/features/teachers/schema';

export interface Filters {
  name: string;
  /** Ids, empty for all. */
  style: string;
  city: string;
}

export const NO_FILTERS: Filters = { name: '', style: '', city: '' };

export interface Answer {
  teachers: TeacherCard[];
  total: number;
}

/** Typed text as a part of a folded name, where `%` and `_` stand for themselves. */
export const containing = (folded: string) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
