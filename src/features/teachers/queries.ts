import type { SearchFilters, SearchResult, Teacher, TeacherCard } from './schema';

export interface TeacherSearch {
  status: 'loading' | 'ready' | 'failed';
  result: SearchResult | null;
  source: 'local' | 'server' | null;
  /** First sync under way: rows received so far, of how many if the server said. */
  progress: { received: number; total: number | null } | null;
  /** Milliseconds since 1970 of the last completed pull. */
  syncedAt: number | null;
  refreshing: boolean;
  refresh(): Promise<void>;
}

/** Results for the filters, from the device when listings have replicated, else from the procedures. */
export function useTeacherSearch(_filters: SearchFilters): TeacherSearch {
  return {
    status: 'loading',
    result: null,
    source: null,
    progress: null,
    syncedAt: null,
    refreshing: false,
    refresh: async () => undefined,
  };
}

export type TeacherQuery =
  | { status: 'loading' }
  | { status: 'found'; teacher: Teacher }
  | { status: 'missing' }
  | { status: 'unavailable' };

/** One teacher by slug or id. 'unavailable': offline and never synced, so nobody can know. */
export function useTeacher(_slugOrId: string): TeacherQuery {
  return { status: 'loading' };
}

export interface FeaturedQuery {
  status: 'loading' | 'ready' | 'failed';
  teachers: TeacherCard[];
}

/** Six featured teachers, another six each day when there are more. */
export function useFeaturedTeachers(): FeaturedQuery {
  return { status: 'loading', teachers: [] };
}

export interface NamedItem {
  id: string;
  name: string;
}

export interface NamesQuery {
  status: 'loading' | 'ready' | 'failed';
  /** Active ones by name. */
  items: NamedItem[];
  error: 'Failed to load cities' | 'Failed to load dance styles' | null;
}

export function useCities(): NamesQuery {
  return { status: 'loading', items: [], error: null };
}

export function useDanceStyles(): NamesQuery {
  return { status: 'loading', items: [], error: null };
}
