/**
 * The server accepts everything that a form accepts: no person sees "enviado" for a write that is
 * refused later.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changesOf, checkProfile, LIMITS } from '../../src/features/account/own/profile-values.ts';
import { toColumns } from '../../src/features/account/rows.ts';
import { slugError } from '../../src/features/admin/blog/post.ts';
import { messageErrors, messageOf } from '../../src/features/admin/bulk/message.ts';
import { hasWords } from '../../src/features/community/actions.ts';
import { LONGEST as POST } from '../../src/features/community/schema.ts';
import { LONGEST as LEAD, leadErrors } from '../../src/features/leads/schema.ts';
import { insidePath } from '../../src/lib/inside-path.ts';
import { sendable } from '../../src/lib/sent-text.ts';
import { slugOf } from '../../src/lib/slug.ts';
import { fold } from '../../src/lib/text.ts';
import { isOwnPicture, isSafeLink } from '../../src/ui/rich-text/rules.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { cases } from './support/cases.ts';
import { hostileText, wellFormed } from './support/hostile.ts';
import { type Caller, createWorld, type World } from './support/world.ts';

let world: World;
let cities: string[];
let styles: string[];
beforeAll(async () => {
  world = await createWorld({ migrationsDir });
  const idsOf = async (table: string) =>
    (await world.database.query<{ id: string }>(`select id from public.${table} where active limit 5`)).map(
      ({ id }) => id,
    );
  cities = await idsOf('cities');
  styles = await idsOf('dance_styles');
  vi.stubGlobal('location', { origin: 'https://danceflix.test' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await world?.close();
});

const SHARE = 80;
/** The long run sends the server ten thousand requests. */
const LONG = { timeout: 1_200_000 };

/** Grapheme boundaries of letters beyond these depend on the age of a library. */
const isCommon = (text: string) =>
  Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xffff || (code >= 0x1f000 && code <= 0x1faff);
  });

/** A text as a field with this limit holds it. */
const typed = (most: number) =>
  fc
    .oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('Ana Lima', 'José da Conceição', 'Danço forró\nhá anos! 💃', '', '  '),
      },
      hostileText,
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    )
    .map((text) => wellFormed(text.slice(0, most)));

const call = async (as: Caller, name: string, given: object) => {
  const { status, text } = await world.ask({
    as,
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    body: JSON.stringify(given),
  });
  return status < 300 ? null : `${status} ${text.slice(0, 300)}`;
};

it('the server accepts every profile that the form accepts', LONG, async () => {
  const values = fc.record({
    ...{
      name: typed(LIMITS.name),
      cityText: typed(80),
      bio: typed(LIMITS.studentBio),
      experience: typed(LIMITS.text),
    },
    ...{ neighborhood: typed(LIMITS.neighborhood), favouriteSongs: typed(LIMITS.favouriteSongs) },
    ...{ story: typed(LIMITS.text), music: typed(LIMITS.music) },
    instagram: fc.oneof(
      fc.constantFrom('@ana.lima', 'https://instagram.com/ana_lima/?x=1', ''),
      typed(LIMITS.instagram),
    ),
    cityId: fc.constantFrom('', ...cities),
    phoneCountry: fc.constantFrom('55', '1', '351'),
    phone: fc.oneof(fc.constantFrom('', '27900001234'), fc.stringMatching(/^\d{6,11}$/)),
    styleIds: fc.subarray(styles, { minLength: 1 }),
    modalities: fc.subarray(['particular', 'grupo'], { minLength: 1 }),
    availability: fc.subarray(['segunda-manha', 'terca-tarde', 'sabado-noite', 'domingo-manha']),
    lessonPlaces: fc.subarray(['casa', 'estudio', 'online']),
    levels: fc.subarray(['iniciante', 'intermediario', 'avancado']),
    danceRoles: fc.subarray(['conduz', 'conduzido']),
    acceptsCouples: fc.boolean(),
    isAccessible: fc.boolean(),
    videos: fc.subarray(['https://youtu.be/abc123', 'https://www.instagram.com/reel/abc123/']),
    // They go at once, by themselves.
    photos: fc.constant<string[]>([]),
    interests: fc.constant<string[]>([]),
    dancingSince: fc.constantFrom('', '1999', ' 2010 '),
    isPaused: fc.boolean(),
    isPublic: fc.boolean(),
  });
  const fieldsOf = {
    student: ['name', 'cityId', 'phone', 'styleIds', 'bio', 'dancingSince', 'isPublic'],
    teacher: [
      'name',
      'cityId',
      'phone',
      'styleIds',
      'bio',
      'experience',
      'neighborhood',
      'instagram',
      'modalities',
      'availability',
      'lessonPlaces',
      'levels',
      'danceRoles',
      'acceptsCouples',
      'isAccessible',
      'videos',
      'isPaused',
    ],
  } as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('student', 'teacher'), values, async (role, written) => {
      const filled = checkProfile(written, role).name ? { ...written, name: 'Ana Lima' } : written;
      fc.pre(Object.keys(checkProfile(filled, role)).length === 0);
      const edited = Object.fromEntries(fieldsOf[role].map((field) => [field, filled[field]]));
      const changes = toColumns(changesOf(filled, edited));
      const caller = role === 'student' ? 'student' : 'addressed teacher';
      expect(await call(caller, 'update_profile', { command_id: randomUUID(), changes })).toBeNull();
    }),
    { ...cases(SHARE, [0, 5]), maxSkipsPerRun: 1000 },
  );
});

it('the server accepts every lead that the form accepts', LONG, async () => {
  const draft = fc.record({
    nome: typed(LEAD.nome),
    cidade: typed(LEAD.cidade),
    estilo: typed(LEAD.estilo),
    objetivos: typed(LEAD.objetivos),
  });
  await fc.assert(
    fc.asyncProperty(draft, async (written) => {
      fc.pre(Object.keys(leadErrors(written)).length === 0);
      const lead = {
        id: randomUUID(),
        nome: sendable(written.nome),
        cidade: sendable(written.cidade),
        estilo_danca: sendable(written.estilo),
        objetivos: sendable(written.objetivos) || null,
      };
      expect(await call('visitor', 'create_lead', { command_id: randomUUID(), lead })).toBeNull();
    }),
    { ...cases(SHARE, [1, 5]), maxSkipsPerRun: 1000 },
  );
});

it('the server accepts every post that the form accepts', LONG, async () => {
  // The limit of ten posts an hour is a separate rule.
  const limited = /PT429|too_many|limit/;
  await fc.assert(
    fc.asyncProperty(typed(POST.text), async (text) => {
      fc.pre(hasWords(text));
      await world.database.exec('delete from public.posts');
      const post = { id: randomUUID(), text: sendable(text), city_id: null, dance_style_id: null };
      const refused = await call('student', 'create_post', { command_id: randomUUID(), post });
      expect(refused === null || limited.test(refused) ? null : refused).toBeNull();
    }),
    { ...cases(SHARE, [2, 5]), maxSkipsPerRun: 1000 },
  );
});

it('the server accepts every bulk message that the form accepts', LONG, async () => {
  const routes = ['/', '/*'];
  const draft = fc.record({
    title: typed(120),
    body: typed(1000),
    url: fc.oneof(fc.constantFrom('/', '/blog', '/search?x=1#y', 'https://danceflix.test/blog'), typed(300)),
    role: fc.constantFrom('', 'student', 'teacher'),
    // The form requires at least one recipient.
    city_id: fc.constant(''),
    dance_style_id: fc.constant(''),
  });
  await fc.assert(
    fc.asyncProperty(draft, async (written) => {
      const id = randomUUID();
      fc.pre(Object.keys(messageErrors({ ...written, id } as never, routes)).length === 0);
      await world.database.exec(
        `update public.bulk_notifications set state = 'done', finished_at = now() where state <> 'done'`,
      );
      const wanted = { id, ...messageOf({ ...written, id } as never, routes) };
      // A refusal because all recipients have the message already is no fault of the text.
      const refused = await call('admin', 'admin_start_bulk', { command_id: randomUUID(), message: wanted });
      expect(refused?.startsWith('409') ? null : refused).toBeNull();
    }),
    { ...cases(SHARE, [3, 5]), maxSkipsPerRun: 1000 },
  );
});

it('an address, a picture, a page’s name, a folded name: judged alike by app and server', LONG, async () => {
  const address = fc.oneof(
    hostileText,
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webPath(),
    fc.constantFrom(
      '/storage/v1/object/public/blog-images/a/b.webp',
      'mailto:a@b.test',
      '#x',
      '/',
      '//x',
      'https://x.test/[a]',
    ),
  );
  const texts = fc.array(
    address.map((text) => wellFormed(text.replaceAll('\u0000', '').slice(0, 1900))),
    { minLength: 20, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const judged = await world.database.query(
        `select app.is_safe_link(t) as link, app.is_blog_picture(t) as picture, app.fold(t) as folded
         from jsonb_array_elements_text($1::text::jsonb) with ordinality x (t, n) order by n`,
        [JSON.stringify(given)],
      );
      const here = given.map((text) => ({
        link: isSafeLink(text),
        picture: isOwnPicture(text),
        folded: fold(text),
      }));
      const same = (list: readonly Record<string, unknown>[]) =>
        list.map(({ folded, ...one }, at) => (isCommon(given[at] ?? '') ? { ...one, folded } : one));
      expect(same(judged)).toEqual(same(here));
      const slugs = given
        .map((text) => slugOf(text, 80))
        .filter((slug) => slug !== '' && slugError(slug) === null);
      const paths = given.map(insidePath).filter((path) => path !== null && path.length <= 300);
      const [wrong] = await world.database.query<{ slugs: string[] | null; paths: string[] | null }>(
        `select (select array_agg(s) from jsonb_array_elements_text($1::text::jsonb) s
            where s !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(s) > 80) as slugs,
          (select array_agg(p) from jsonb_array_elements_text($2::text::jsonb) p
            where p !~ '^/([^/\\\\[:space:]][^\\\\[:space:]]*)?$') as paths`,
        [JSON.stringify(slugs), JSON.stringify(paths)],
      );
      expect(wrong).toEqual({ slugs: null, paths: null });
    }),
    cases(SHARE, [4, 5]),
  );
});
