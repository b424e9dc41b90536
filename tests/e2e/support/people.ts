import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { PUBLISHABLE_KEY } from '../../../supabase/embedded/keys';
import type { Product } from './product';

interface NewTeacher {
  name: string;
  city?: string;
  styles?: readonly string[];
  featured?: boolean;
  whatsapp?: string | null;
}

/** Adds an approved teacher as the database's owner; resolves to the id. */
export async function addTeacher(product: Product, teacher: NewTeacher): Promise<string> {
  const id = randomUUID();
  const { name, city = 'Vitória', styles = ['Forró'], featured = false, whatsapp = null } = teacher;
  await product.sql(
    `insert into public.user_profiles (id, name, email, role, city_id, whatsapp)
     values ($1, $2, $3, 'teacher', (select id from public.cities where name = $4), $5)`,
    id,
    name,
    `${id}@example.test`,
    city,
    whatsapp,
  );
  await product.sql(
    'insert into public.user_acceptances (user_id, terms_id) values ($1, app.current_terms())',
    id,
  );
  await product.sql(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'identity')`, id);
  await product.sql(
    `insert into public.teachers (id, bio, experience, neighborhood, is_active, is_featured, slug)
     values ($1, 'Aulas com calma.', 'Dez anos.', 'Centro', true, $2, $3)`,
    id,
    featured,
    `t-${id}`,
  );
  await product.sql(
    `insert into public.teacher_dance_styles (teacher_id, dance_style_id)
     select $1::uuid, id from public.dance_styles where name in (select jsonb_array_elements_text($2::text::jsonb))`,
    id,
    JSON.stringify(styles),
  );
  return id;
}

interface TeacherWithLogin {
  name: string;
  city: string;
  email: string;
  password: string;
}

/** Adds an approved teacher of Forró who can sign in; resolves to the id. */
export async function addTeacherWithLogin(
  request: APIRequestContext,
  product: Product,
  { name, city, email, password }: TeacherWithLogin,
): Promise<string> {
  const answer = await request.post('/auth/v1/signup', {
    headers: { apikey: PUBLISHABLE_KEY },
    data: { email, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const [user] = await product.sql<{ id: string }>('select id from auth.users where email = $1', email);
  const id = user?.id ?? '';
  await product.sql(
    `insert into public.user_profiles (id, name, email, role, city_id)
     values ($1, $2, $3, 'teacher', (select id from public.cities where name = $4))`,
    id,
    name,
    email,
    city,
  );
  await product.sql(
    'insert into public.user_acceptances (user_id, terms_id) values ($1, app.current_terms())',
    id,
  );
  await product.sql(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'identity')`, id);
  await product.sql(
    'insert into public.teachers (id, bio, is_active) values ($1, $2, true)',
    id,
    'Aulas com calma.',
  );
  await product.sql(
    `insert into public.teacher_dance_styles (teacher_id, dance_style_id)
     select $1::uuid, id from public.dance_styles where name = 'Forró'`,
    id,
  );
  return id;
}

/** Adds many students with arbitrary names. */
export async function addStudents(product: Product, many: number): Promise<void> {
  await product.sql(
    `with made as (
       insert into public.user_profiles (id, name, email, role)
         select gen_random_uuid(), 'Aluna', 'aluna.' || n || '@example.test', 'student' from generate_series(1, $1::int) n
         returning id)
     insert into public.students (id) select id from made`,
    many,
  );
}

const BY_NAME = '(select id from public.user_profiles where name = $1)';

export async function setActive(product: Product, name: string, active: boolean): Promise<void> {
  if (active) {
    await product.sql(
      `insert into public.teacher_checks (teacher_id, kind) values (${BY_NAME}, 'identity')`,
      name,
    );
  }
  await product.sql(`update public.teachers set is_active = $2 where id = ${BY_NAME}`, name, active);
}

export async function rename(product: Product, from: string, to: string): Promise<void> {
  await product.sql('update public.user_profiles set name = $2 where name = $1', from, to);
}
