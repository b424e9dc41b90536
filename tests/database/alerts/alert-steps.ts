/** Shared steps of the tests of 'Avise-me'. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';
import { callAs, idOf } from '../accounts/account-steps.ts';

export interface Wish {
  style_id?: string | null;
  city_id?: string | null;
  neighborhood?: string | null;
}

export interface World {
  database: TestDatabase;
  zouk: string;
  forro: string;
  vitoria: string;
  curitiba: string;
}

export async function placesOf(database: TestDatabase): Promise<World> {
  return {
    database,
    zouk: await idOf(database, 'dance_styles', 'Zouk'),
    forro: await idOf(database, 'dance_styles', 'Forró'),
    vitoria: await idOf(database, 'cities', 'Vitória'),
    curitiba: await idOf(database, 'cities', 'Curitiba'),
  };
}

const complete = ({ style_id = null, city_id = null, neighborhood = null }: Wish) => ({
  style_id,
  city_id,
  neighborhood,
});

export const setAlert = (
  { database }: Pick<World, 'database'>,
  person: string | null,
  wish: Wish,
  wanted = true,
  command: string = randomUUID(),
) =>
  callAs<{ version: number; row_id: string }>(database, person, 'set_teacher_alert($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ ...complete(wish), wanted }),
  ]);

export interface VisitorAlert {
  id: string;
  secret: string;
}

export async function setVisitorAlert(
  { database }: Pick<World, 'database'>,
  wish: Wish,
  { id = randomUUID(), secret = randomUUID() }: Partial<VisitorAlert> = {},
  command: string = id,
): Promise<VisitorAlert> {
  await callAs(database, null, 'set_visitor_alert($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id, secret, ...complete(wish) }),
  ]);
  return { id, secret };
}

export const stopVisitorAlert = ({ database }: Pick<World, 'database'>, alert: VisitorAlert) =>
  callAs<{ stopped: boolean }>(database, null, 'stop_visitor_alert($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify(alert),
  ]);

export async function savePhone({ database }: Pick<World, 'database'>, secret: string): Promise<string> {
  const token = `${'v'.repeat(100)}${randomUUID()}`;
  await callAs(database, null, 'save_visitor_phone($1::text::jsonb)', [JSON.stringify({ secret, token })]);
  return token;
}

/** Runs as each minute does, so many minutes from now. */
export async function tell({ database }: Pick<World, 'database'>, minutes: number) {
  const [row] = await database.query<{ told: { found: number; told: number; tidied: number } }>(
    `select public.tell_alerts(500, now() + make_interval(mins => $1)) as told`,
    [minutes],
  );
  if (!row) throw new Error('nothing was answered');
  return row.told;
}

/** Looks after two minutes, tells after six. */
export async function tellAll(world: Pick<World, 'database'>) {
  const { found } = await tell(world, 2);
  const { told } = await tell(world, 6);
  return { found, told };
}

export interface Told {
  title: string;
  body: string;
  url: string;
}

export const inboxOf = ({ database }: Pick<World, 'database'>, person: string) =>
  database.query<Told>(
    `select title, body, url from public.notifications
     where user_id = $1 and kind = 'alert.found' and not _deleted order by created_at, id`,
    [person],
  );

export const pushesOf = ({ database }: Pick<World, 'database'>, secret: string) =>
  database.query<Told & { outcome: string | null }>(
    `select v.title, v.body, v.url, v.outcome from app.visitor_pushes v join app.visitor_phones p on p.id = v.phone_id
     where p.secret_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') order by v.due_at, v.id`,
    [secret],
  );
