import type { PagePath } from '@/lib/paths';
import type { TeacherCard } from '../schema';

/** '/teachers/marina-couto': by slug if there is one, otherwise by id. */
export function teacherPath({ slug, id }: Pick<TeacherCard, 'slug' | 'id'>): PagePath {
  return `/teachers/${encodeURIComponent(slug ?? id)}`;
}

/** 'Vitória · Jardim da Penha', or the part that is known. */
export function placeOf({ cityName, neighborhood }: Pick<TeacherCard, 'cityName' | 'neighborhood'>): string {
  return [cityName, neighborhood].filter(Boolean).join(' · ');
}
