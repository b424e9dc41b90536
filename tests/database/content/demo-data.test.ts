import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import teacherList from '../../../supabase/demo/teachers.json';
import type { RunningServer } from '../../../supabase/embedded/server.ts';
import cidades from '../../spec/data/cidades.json';
import estilos from '../../spec/data/estilos.json';
import { startTestServer } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

let server: RunningServer;
let visitor: SupabaseClient;
const client = () =>
  createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
/** Queries teachers `t`, their profiles `p`, city `c` and listing `l`. */
const teachers = <T>(columns: string, where = 'true') =>
  server.database.query<T>(
    `select ${columns} from public.teachers t join public.user_profiles p on p.id = t.id
     join public.cities c on c.id = p.city_id left join public.teacher_listings l on l.id = t.id and not l._deleted
     where ${where} order by l.rank, p.name`,
  );
const names = async (where: string) =>
  (await teachers<{ name: string }>('p.name', where)).map((row) => row.name);

beforeAll(async () => {
  server = await startTestServer({ port: 0, seed: 'demo', quiet: true, migrationsDir });
  visitor = client();
});
afterAll(() => server.close());

describe('cities and styles', () => {
  test('[T027] exactly the FAQ’s nine cities and Brasília are active [D043]', async () => {
    const rows = await server.database.query<{ name: string }>('select name from public.cities where active');
    const wanted = cidades.filter((city) => city.active).map((city) => city.name);
    expect(rows.map((row) => row.name).sort()).toEqual(wanted.sort());
    expect(wanted).toHaveLength(10);
  });

  test('the other 18 capitals are there, inactive', async () => {
    const rows = await server.database.query<{ name: string }>(
      'select name from public.cities where not active and _xid >= 0',
    );
    const wanted = cidades.filter((city) => !city.active).map((city) => city.name);
    expect(rows.map((row) => row.name).sort()).toEqual(wanted.sort());
    expect(wanted).toHaveLength(18);
  });

  test('[T026] styles are the forty of the list [D045]', async () => {
    const rows = await server.database.query('select name, active from public.dance_styles');
    const wanted = estilos.map(({ name, active }) => ({ name, active }));
    expect(rows).toHaveLength(40);
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });

  test('a visitor reads the eight styles of the specification [B001]', async () => {
    const { data } = await visitor.from('dance_styles').select('name').eq('active', true);
    const wanted = [
      'Forró',
      'Zouk',
      'Samba de Gafieira',
      'Samba',
      'Salsa',
      'Tango',
      'Ballet Clássico',
      'Dança do Ventre',
    ];
    expect(data?.map((row) => row.name)).toEqual(expect.arrayContaining(wanted));
  });
});

describe('teachers', () => {
  const cities = [
    'Florianópolis',
    'São Paulo',
    'Belo Horizonte',
    'Salvador',
    'Rio de Janeiro',
    'Brasília',
    'Vitória',
  ];
  const landingPages = cities.flatMap((city) => [
    [city, 'Forró'],
    [city, 'Zouk'],
    [city, city === 'Rio de Janeiro' ? 'Samba' : 'Samba de Gafieira'],
  ]);
  const found = async (city: string, style: string) => {
    const { data, error } = await visitor.rpc('search_teachers_with_filters', {
      ...{ page_number: 1, items_per_page: 12, name_filter: '', style_filter: style, city_filter: city },
      admin_view: false,
    });
    expect(error).toBeNull();
    return data as { total_count: number; teachers: unknown[] };
  };

  test('every landing page has a teacher to show', async () => {
    expect(landingPages).toHaveLength(21);
    for (const [city = '', style = ''] of landingPages) {
      const { total_count } = await found(city, style);
      expect(total_count, `${style} in ${city}`).toBeGreaterThan(0);
    }
  });

  test('Forró in São Paulo fills more than two pages of twelve', async () => {
    expect((await found('São Paulo', 'Forró')).total_count).toBeGreaterThan(24);
  });

  test('there are at least sixty, and one in each city of the FAQ', async () => {
    const active = await teachers<{ city: string }>('c.name as city', 'l.id is not null');
    expect(active.length).toBeGreaterThanOrEqual(60);
    const wanted = cidades.filter((city) => city.active).map((city) => city.name);
    expect([...new Set(active.map((row) => row.city))].sort()).toEqual(wanted.sort());
  });

  test('six are featured, all of them shown and with a picture', async () => {
    expect(await names('t.is_featured')).toHaveLength(6);
    expect(await names('l.is_featured and p.profile_image_url is not null')).toHaveLength(6);
  });

  test('some wait for approval, one pauses, and neither is listed', async () => {
    const waiting = await names('not t.is_active');
    expect(waiting.length).toBeGreaterThanOrEqual(4);
    expect(await names('not t.is_active and t.approved_at is null')).toEqual(waiting);
    expect(await names('t.is_active and t.is_paused')).toHaveLength(1);
    expect(await names('l.id is not null and (not t.is_active or t.is_paused)')).toEqual([]);
  });

  test('each band of ratings has a teacher, and several are unrated', async () => {
    const rows = await teachers<{ band: number | null; count: number }>(
      `case when l.rating_average >= 4.5 then 5 when l.rating_average >= 4 then 4 when l.rating_average >= 3.5 then 3
         when l.rating_average >= 3 then 2 when l.rating_average < 3 then 1 end as band`,
      'l.id is not null',
    );
    const bands = rows.map((row) => row.band);
    expect([...new Set(bands)].sort()).toEqual([1, 2, 3, 4, 5, null]);
    expect(bands.filter((band) => band === null).length).toBeGreaterThanOrEqual(3);
  });

  test('statistics add up', async () => {
    const rows = await server.database.query(
      `select user_id from public.user_evaluation_stats s
       where total_evaluations <> five_stars + four_stars + three_stars + two_stars + one_star
         or total_evaluations = 0 or last_evaluation_date is null
         or average_rating <> round((5 * five_stars + 4 * four_stars + 3 * three_stars + 2 * two_stars + one_star)::numeric
           / total_evaluations, 2)`,
    );
    expect(rows).toEqual([]);
  });

  test('have the totals of the list, of which the readable evaluations are a part', async () => {
    const wanted: { key: string; stars: number[] | null }[] = teacherList;
    const rows = await server.database.query<{ email: string; stars: number[]; written: number[] }>(
      `select u.email, array[s.five_stars, s.four_stars, s.three_stars, s.two_stars, s.one_star] as stars,
         array(select (select count(*) from public.lesson_evaluations e where e.evaluated_id = s.user_id
           and e.rating = r)::int from generate_series(5, 1, -1) r) as written
       from public.user_evaluation_stats s join public.teachers t on t.id = s.user_id
       join auth.users u on u.id = s.user_id`,
    );
    const rated = wanted.filter(({ stars }) => stars !== null);
    expect(rows.map(({ stars }) => stars.join()).sort()).toEqual(
      rated.map(({ stars }) => stars?.join()).sort(),
    );
    for (const { email, stars, written } of rows) {
      const found = stars.every((count, at) => count >= (written[at] ?? 0));
      expect([email, found]).toEqual([email, true]);
    }
    expect(rows.filter(({ written }) => written.some((count) => count > 0)).length).toBeGreaterThanOrEqual(6);
  });

  test('include the shapes that screens must cope with', async () => {
    const live = 'l.id is not null';
    expect(await names(`${live} and t.slug is null`)).toHaveLength(1);
    expect(await names(`${live} and cardinality(l.style_ids) = 5`)).not.toEqual([]);
    expect((await names(`${live} and 'grupo' = any (t.modalidades_aula)`)).length).toBeGreaterThan(5);
    expect((await names(`${live} and not 'grupo' = any (t.modalidades_aula)`)).length).toBeGreaterThan(5);
    expect(await names(`${live} and p.whatsapp is null`)).toHaveLength(1);
    expect(await names(`${live} and p.profile_image_url is null`)).toHaveLength(1);
    expect(await names(`${live} and char_length(p.name) > 70`)).toHaveLength(1);
    expect(await names(`${live} and t.bio ~ '[[:alpha:]]{40}'`)).toHaveLength(1);
    expect(await names(`${live} and p.name = 'Ana Paula Ribeiro'`)).toHaveLength(2);
  });

  test('supporters come first, accents do not disturb the order', async () => {
    const order = await names('l.id is not null');
    expect(order.slice(0, 2)).toEqual(['Jorginho da Conceição Lima', 'Zeca Amparo']);
    const alice = order.indexOf('Alice Fonseca');
    expect(order.slice(alice, alice + 3)).toEqual(['Alice Fonseca', 'Álvaro Pimentel', 'Amanda Lacerda']);
    const tiers = await server.database.query(
      `select p.name, s.tier from public.supporter_tiers s join public.user_profiles p on p.id = s.user_id
       join public.teachers t on t.id = p.id
       where s.is_active and s.tier in ('destaque_salao', 'brilho_palco') order by p.name`,
    );
    expect(tiers).toEqual([
      { name: 'Jorginho da Conceição Lima', tier: 'brilho_palco' },
      { name: 'Zeca Amparo', tier: 'destaque_salao' },
    ]);
  });

  test('sponsors have some slots and leave some, each with a logo that is served', async () => {
    const rows = await server.database.query<{ tier: string; sold: number; slots: number }>(
      'select tier, sold, slots from public.sponsor_tier_definitions order by position',
    );
    expect(rows).toEqual([
      { tier: 'bronze', sold: 3, slots: 5 },
      { tier: 'prata', sold: 1, slots: 3 },
      { tier: 'ouro', sold: 1, slots: 1 },
    ]);
    const { data } = await visitor.from('sponsors').select('name, logo_url');
    expect(data).toHaveLength(5);
    for (const { logo_url } of data ?? []) {
      const response = await fetch(server.url + logo_url);
      expect(response.headers.get('content-type')).toBe('image/webp');
    }
  });

  test('every tier has supporters, some of whom are not named', async () => {
    const { data } = await visitor.from('public_supporters').select('*');
    expect(new Set(data?.map((row) => row.tier)).size).toBe(4);
    expect(data?.filter((row) => row.name === null).length).toBeGreaterThanOrEqual(2);
    expect(data?.every((row) => !('email' in row))).toBe(true);
  });

  test('approvals lie in fixed months of 2025 and 2026', async () => {
    const [row] = await teachers<{ first: string; last: string }>(
      'min(t.approved_at) over ()::text as first, max(t.approved_at) over ()::text as last',
      't.approved_at is not null',
    );
    expect(row?.first.slice(0, 7)).toBe('2025-06');
    expect(row?.last.slice(0, 7)).toBe('2026-11');
  });

  test('no phone in the demo data belongs to anyone [D155]', async () => {
    const rows = await server.database.query<{ whatsapp: string }>(
      'select whatsapp from public.user_profiles where whatsapp is not null',
    );
    expect(rows.length).toBeGreaterThan(60);
    for (const { whatsapp } of rows) expect(whatsapp).toMatch(/^\+55\d{2}90000\d{4}$/);
  });

  test('everyone has a personal text, at readable length and without prices', async () => {
    const bios = (await teachers<{ bio: string }>('t.bio')).map((row) => row.bio);
    for (const bio of bios) {
      expect(bio.length, bio).toBeGreaterThanOrEqual(120);
      expect(bio.length, bio).toBeLessThanOrEqual(500);
      expect(bio).not.toMatch(/R\$|\breais\b|preço|lorem/i);
    }
    const sentences = bios.flatMap((bio) => bio.split(/(?<=[.!?]) /));
    expect(sentences.length - new Set(sentences).size).toBe(0);
  });

  test('a slug is the one that the product itself would make', async () => {
    const rows = await server.database.query(
      `select t.slug from public.teachers t join public.user_profiles p on p.id = t.id
       where t.slug is not null and public.update_teacher_slug(t.id, p.name) <> t.slug`,
    );
    expect(rows).toEqual([]);
  });

  test('ids are the same on every machine', async () => {
    const [row] = await teachers<{ id: string }>('t.id', "t.slug = 'marina-couto'");
    expect(row?.id).toBe('983ac449-dafe-53e0-8b56-b11666a5a9a7');
  });

  test('every picture is served, small', async () => {
    const rows = await teachers<{ id: string; url: string }>(
      't.id, p.profile_image_url as url',
      'p.profile_image_url is not null',
    );
    expect(rows.length).toBeGreaterThan(60);
    for (const { id, url } of rows) {
      expect(url.startsWith(`/storage/v1/object/public/profile-images/${id}/`)).toBe(true);
      const response = await fetch(server.url + url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(30 * 1024);
    }
  });
});

describe('the blog and the steps', () => {
  test('every article is a real one, in a category, with a cover that is served', async () => {
    const { data: categories } = await visitor.from('content_items').select('data').eq('kind', 'blog');
    expect(new Set(categories?.map(({ data }) => data.category.slug)).size).toBe(4);
    const posts = await server.database.query<{ slug: string; cover: string }>(
      'select slug, cover_url as cover from public.blog_posts',
    );
    expect(posts.length).toBeGreaterThanOrEqual(6);
    for (const { slug, cover } of posts) {
      const { data } = await visitor.rpc('blog_post', { post_slug: slug });
      const words = JSON.stringify(data.body)
        .match(/"text":"(?:[^"\\]|\\.)*"/g)
        ?.join(' ')
        .split(/\s+/);
      expect([slug, (words?.length ?? 0) >= 400]).toEqual([slug, true]);
      const response = await fetch(server.url + cover);
      expect([slug, response.status, response.headers.get('content-type')]).toEqual([
        slug,
        200,
        'image/webp',
      ]);
    }
  });

  test('what articles link to within the blog is there', async () => {
    const links = await server.database.query<{ slug: string }>(
      `select distinct substring(l #>> '{}' from '^/blog/(.*)$') as slug from public.blog_posts p,
       jsonb_path_query(p.body, 'strict $.** ? (@.type == "link").attrs.href') l where l #>> '{}' like '/blog/%'`,
    );
    expect(links.length).toBeGreaterThan(0);
    for (const { slug } of links) {
      expect([slug, (await visitor.rpc('blog_post', { post_slug: slug })).data?.slug]).toEqual([slug, slug]);
    }
  });

  test('steps are of several styles and all levels', async () => {
    const [row] = await server.database.query(
      `select count(*) >= 25 as steps, count(distinct dance_style_id) >= 5 as styles, count(distinct level)::int as levels
       from public.dance_steps where is_published`,
    );
    expect(row).toEqual({ steps: true, styles: true, levels: 3 });
  });
});

describe('accounts', () => {
  test.each([
    { role: 'student', email: 'aluno@danceflix.test', password: 'danceflix-aluno' },
    { role: 'teacher', email: 'professor@danceflix.test', password: 'danceflix-professor' },
    { role: 'admin', email: 'admin@danceflix.test', password: 'danceflix-admin' },
  ])('$email signs in as $role', async ({ role, email, password }) => {
    const person = client();
    const { data, error } = await person.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.user?.app_metadata.demo).toBe(true);
    const profile = await person.from('user_profiles').select('role').eq('id', data.user?.id).single();
    expect(profile.data?.role).toBe(role);
    const wrong = await client().auth.signInWithPassword({ email, password: `${password}!` });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['aluno@danceflix.test', 'danceflix-aluno', 2],
    ['professor@danceflix.test', 'danceflix-professor', 2],
    ['admin@danceflix.test', 'danceflix-admin', 0],
  ])('%s is a complete account with accepted terms and an inbox', async (email, password, notes) => {
    const person = client();
    await person.auth.signInWithPassword({ email, password });
    const state = await person.rpc('my_account_state');
    expect(state.data).toMatchObject({ state: 'active', pending: [], terms: { accepted: true } });
    const inbox = (await person.rpc('pull_notifications')).data.rows;
    expect(inbox).toHaveLength(notes);
    expect(inbox.filter((row: { read_at: string | null }) => row.read_at === null)).toHaveLength(notes / 2);
  });

  test('the teacher who signs in is one of those shown', async () => {
    expect(await names("l.id is not null and p.email = 'professor@danceflix.test'")).toEqual([
      'Marina Couto',
    ]);
  });

  test('no other account has a password, and all are marked', async () => {
    const rows = await server.database.query<{ email: string }>(
      'select email from auth.users where encrypted_password is not null order by email',
    );
    expect(rows.map((row) => row.email)).toEqual([
      'admin@danceflix.test',
      'aluno@danceflix.test',
      'professor@danceflix.test',
    ]);
    const [marks] = await server.database.query(
      `select count(*) filter (where raw_app_meta_data ->> 'demo' = 'true') = count(*) as marked,
         count(*) = (select count(*) from public.user_profiles) as complete,
         count(*) = (select count(*) from auth.identities) as identified from auth.users`,
    );
    expect(marks).toEqual({ marked: true, complete: true, identified: true });
  });

  test.each([
    ['aluno@danceflix.test', 'danceflix-aluno', 'Marina Couto'],
    ['professor@danceflix.test', 'danceflix-professor', 'Camila Duarte'],
  ])('%s has requests in several states and a person to evaluate', async (email, password, name) => {
    const person = client();
    await person.auth.signInWithPassword({ email, password });
    const { rows } = (await person.rpc('pull_lesson_requests')).data;
    const states = new Set(rows.map((row: { status: string }) => row.status));
    expect(states.size).toBeGreaterThanOrEqual(3);
    const pending = await person.from('pending_evaluations').select('evaluated_name');
    expect(pending.data).toContainEqual({ evaluated_name: name });
  });

  test('a visitor reads the evaluations of teachers, and only intended names', async () => {
    const { data } = await visitor.from('public_evaluations').select('*');
    expect(data?.length).toBeGreaterThanOrEqual(10);
    for (const row of data ?? []) {
      expect(row.is_anonymous).toBe(row.author_name === null);
      expect(row.lesson_request_id).toBeNull();
    }
    expect(data?.filter((row) => row.is_anonymous).length).toBeGreaterThanOrEqual(3);
  });

  test('no request is older than the approval of its teacher', async () => {
    const rows = await server.database.query(
      `select r.id from public.lesson_requests r join public.teachers t on t.id = r.teacher_id
       where r.request_date < t.approved_at or r.answered_at < r.request_date or r.cancelled_at < r.request_date`,
    );
    expect(rows).toEqual([]);
  });

  test('the default teacher is an active demo teacher [D096]', async () => {
    const shown = await names(
      "l.id is not null and t.id::text = (select value #>> '{}' from public.app_settings where key = 'default_teacher_id')",
    );
    expect(shown).toHaveLength(1);
  });
});

describe('the community', () => {
  const content = <T>(columns: string, kind: string) =>
    server.database.query<T>(
      `select ${columns} from public.content_items where kind = '${kind}' and not _deleted order by sort_key`,
    );

  test('has future events in several cities, over months, forró festivals and both congresses among them', async () => {
    const events = await content<{ city: string; start: string; kind: string; styles: string[] }>(
      `data ->> 'city_id' as city, data ->> 'starts_at' as start, data ->> 'event_kind' as kind,
       array(select d.name from public.dance_styles d where data -> 'style_ids' ? d.id::text) as styles`,
      'event',
    );
    expect(events.length).toBeGreaterThanOrEqual(20);
    for (const { start } of events) expect(Date.parse(start)).toBeGreaterThan(Date.now());
    expect(new Set(events.map(({ city }) => city)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(events.map(({ start }) => start.slice(0, 7))).size).toBeGreaterThanOrEqual(4);
    const of = (kind: string, style: string) =>
      events.filter((event) => event.kind === kind && event.styles.some((name) => name.startsWith(style)));
    expect(of('festival', 'Forró').length).toBeGreaterThanOrEqual(2);
    expect(of('congresso', 'Samba').length).toBeGreaterThanOrEqual(2);
    expect(of('congresso', 'Zouk').length).toBeGreaterThanOrEqual(2);
  });

  test('has a dozen posts, by students, teachers and the team, with first names only', async () => {
    const posts = await content<{ name: string; role: string }>(
      `data ->> 'author_name' as name, data ->> 'author_role' as role`,
      'post',
    );
    expect(posts).toHaveLength(12);
    expect(new Set(posts.map(({ role }) => role))).toEqual(new Set(['student', 'teacher', 'admin']));
    for (const { name, role } of posts)
      expect([name, role !== 'admin' && name.includes(' ')]).toEqual([name, false]);
  });
});
