/**
 * The usual Supabase single-page app: TanStack Query over supabase-js, no store. The settings are
 * those that its documentation recommends: answers stay fresh for a minute, the previous answer
 * stays visible while the next one is fetched, typing is debounced by 300 ms, a request without
 * observers is aborted. There is no persister.
 */
import { createClient } from '@supabase/supabase-js';
import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { NamedRow } from '@/db/rows/public-rows';
import type { NamedEntry } from '@/db/search/search-record';
import { PAGE_SIZE, type TeacherCard } from '@/features/teachers/schema';
import { env } from '@/lib/env';
import type { Answer, Filters } from '../shared/filters';
import type { Names } from '../shared/names';
import { draw, Screen } from '../shared/screen';
import { tellSynced } from '../shared/tell';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds. */
const TYPING = 300;

const supabase = createClient(env.supabaseUrl, env.supabaseAnonKey);
const client = new QueryClient({ defaultOptions: { queries: { staleTime: MINUTE } } });

interface Found {
  teachers: {
    id: string;
    name: string;
    slug: string | null;
    city_name: string | null;
    neighborhood: string | null;
    profile_image_url: string | null;
    bio: string | null;
    dance_styles: string[];
    modalidades_aula: string[];
    rating_average: number | null;
    rating_count: number;
    is_highlighted: boolean;
    is_featured: boolean;
  }[];
  total_count: number;
}

const cardOf = (teacher: Found['teachers'][number]): TeacherCard => ({
  id: teacher.id,
  name: teacher.name,
  slug: teacher.slug,
  cityName: teacher.city_name,
  neighborhood: teacher.neighborhood,
  imageUrl: teacher.profile_image_url,
  bio: teacher.bio ?? '',
  styles: teacher.dance_styles,
  isGroup: teacher.modalidades_aula.includes('grupo'),
  ratingAverage: teacher.rating_average,
  ratingCount: teacher.rating_count,
  isHighlighted: teacher.is_highlighted,
  reason: null,
  isFeatured: teacher.is_featured,
});

async function search(name: string, style: string, city: string, signal: AbortSignal): Promise<Answer> {
  const { data } = await supabase
    .rpc('search_teachers_with_filters_cached', {
      page_number: 1,
      items_per_page: PAGE_SIZE,
      name_filter: name.trim() || null,
      style_filter: style || null,
      city_filter: city || null,
      admin_view: false,
    })
    .abortSignal(signal)
    .throwOnError();
  const { teachers, total_count } = data as Found;
  return { teachers: teachers.map(cardOf), total: total_count };
}

async function namesIn(table: 'cities' | 'dance_styles', signal: AbortSignal): Promise<NamedRow[]> {
  const { data } = await supabase
    .from(table)
    .select('id,name,active')
    .is('_deleted', false)
    .order('name')
    .abortSignal(signal)
    .throwOnError();
  return data as NamedRow[];
}

function useNames(): Names | null {
  const cities = useQuery({
    queryKey: ['cities'],
    queryFn: ({ signal }) => namesIn('cities', signal),
    staleTime: DAY,
  });
  const styles = useQuery({
    queryKey: ['dance_styles'],
    queryFn: ({ signal }) => namesIn('dance_styles', signal),
    staleTime: DAY,
  });
  if (!cities.data || !styles.data) return null;
  const byId = (rows: NamedRow[]) =>
    new Map(rows.map(({ id, name, active }): [string, NamedEntry] => [id, [id, name, active]]));
  return { cities: byId(cities.data), danceStyles: byId(styles.data) };
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

function useSearch({ name, style, city }: Filters, names: Names | null): Answer | null {
  const settled = useDebounced(name, TYPING);
  const styleName = names?.danceStyles.get(style)?.[1] ?? '';
  const cityName = names?.cities.get(city)?.[1] ?? '';
  const { data } = useQuery({
    queryKey: ['teachers', settled, styleName, cityName],
    queryFn: ({ signal }) => search(settled, styleName, cityName, signal),
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}

function Page() {
  const names = useNames();
  const queries = useQueryClient();
  useEffect(() => {
    const channel = supabase
      .channel('public:changes', { config: { private: true } })
      .on('broadcast', { event: 'teachers' }, () => {
        void queries.invalidateQueries({ queryKey: ['teachers'] });
      })
      .subscribe();
    return () => {
      void supabase.removeChannel(channel);
    };
  }, [queries]);
  return <Screen names={names} useSearch={useSearch} />;
}

draw(
  <QueryClientProvider client={client}>
    <Page />
  </QueryClientProvider>,
);
// There is nothing to sync: all data is on the server.
tellSynced();
