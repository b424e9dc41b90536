/** Students whose phones write: each has an account and has accepted the terms, as every command requires. */
import type { Database } from '../../supabase/embedded/database.ts';

export async function addStudents(database: Database, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `create temporary table joining on commit drop as
         select gen_random_uuid() as id, 'aluna.' || n || '@load.test' as email from generate_series(1, $1::int) n`,
      [count],
    );
    await tx.exec(`
      insert into auth.users (id, email) select id, email from joining;
      insert into public.user_profiles (id, name, email, role) select id, 'Aluna', email, 'student' from joining;
      insert into public.students (id) select id from joining;
      insert into public.user_acceptances (user_id, terms_id) select id, app.current_terms() from joining`);
  });
}
