/** The persons of the matrix, each with rows of their own in the tables that can hold them. */
import { randomUUID } from 'node:crypto';
import { createUser, type TestDatabase } from '../../support/database.ts';
import {
  ACCEPTED,
  BULK,
  CHECK,
  EVENT,
  INVITATION,
  LESSON,
  LETTER_REPORT,
  PARTNER,
  PENDING,
  type Person,
  POST,
  PROPOSAL,
  SPONSOR,
  SUPPORTER,
} from '../matrix/rules.ts';

/** The visitor has no id. */
export type Ids = Record<Exclude<Person, 'visitor'>, string>;

export async function createPersons(database: TestDatabase): Promise<Ids> {
  return database.transaction(async (tx) => {
    const [forro] = await tx.query<{ id: string }>(`select id from public.dance_styles where name = 'Forró'`);
    if (!forro) throw new Error('the reference data is missing');
    const styleIds = [forro.id];
    const ids: Ids = {
      student: await createUser(tx, { role: 'student', name: 'Aluna' }),
      'other student': await createUser(tx, { role: 'student', name: 'Outro Aluno' }),
      'addressed teacher': await createUser(tx, { role: 'teacher', name: 'Professora', styleIds }),
      'other teacher': await createUser(tx, { role: 'teacher', name: 'Outro Professor', styleIds }),
      'inactive teacher': await createUser(tx, {
        role: 'teacher',
        name: 'Inativa',
        isActive: false,
        styleIds,
      }),
      admin: await createUser(tx, { role: 'admin', name: 'Administradora' }),
    };
    for (const student of [ids.student, ids['other student']]) {
      await tx.query('insert into public.student_dance_styles values ($1, $2)', [student, forro.id]);
    }
    for (const rated of [ids.student, ids['addressed teacher'], ids['inactive teacher']]) {
      await tx.query(
        'insert into public.user_evaluation_stats (user_id, five_stars, two_stars) values ($1, 3, 1)',
        [rated],
      );
    }
    for (const [id, user, email, tier] of [
      [randomUUID(), ids.student, 'aluna@example.com', 'passinho'],
      [randomUUID(), ids['addressed teacher'], 'professora@example.com', 'destaque_salao'],
      [SUPPORTER, null, 'ninguem@example.com', 'giro_completo'],
    ]) {
      await tx.query(
        'insert into public.supporter_tiers (id, user_id, email, tier, amount) values ($1, $2, $3, $4, 10)',
        [id, user, email, tier],
      );
    }
    await tx.query(
      `insert into public.command_log (id, user_id, kind, payload_hash, result)
       values (gen_random_uuid(), $1, 'test', repeat('0', 64), '{}')`,
      [ids.student],
    );
    await tx.exec(`
      insert into public.student_leads (id, user_id, nome, cidade, estilo_danca)
        select gen_random_uuid(), id, name, 'Vitória', 'Forró' from public.user_profiles where role = 'student';
      insert into public.student_leads (id, nome, cidade, estilo_danca)
        values ('10000000-0000-4000-8000-000000000001', 'Visitante', 'Vitória', 'Forró');
      insert into public.sponsors (id, name, tier) values ('${SPONSOR}', 'Marca que aparece', 'bronze');
      insert into public.sponsors (name, tier, is_active) values ('Marca que saiu', 'prata', false);
      insert into public.support_sync_logs (sync_type, email, status) values ('manual', 'aluna@example.com', 'success');
      insert into public.share_pictures (id, version) select id, '0123456789abcdef' from public.teachers;
      insert into public.cities (name, _deleted) values (null, true);
      insert into public.dance_styles (name, _deleted) values (null, true);
      insert into public.teacher_listings (id, _deleted) values (gen_random_uuid(), true);
      insert into public.events (id, title, kind, city_id, starts_at, weekly, is_published)
        select '${EVENT}', 'Forró da Casa', 'baile', id, '2099-01-01 20:00-03', true, true
        from public.cities where name = 'Vitória';
      insert into public.events (id, title, kind, city_id, starts_at)
        select '${PROPOSAL}', 'Baile proposto', 'baile', id, '2099-01-01 20:00-03'
        from public.cities where name = 'Vitória';
      insert into public.event_proposals (event_id, person_id) values ('${PROPOSAL}', '${ids.student}');
      update public.user_profiles set adult_stated_at = now()
        where id in ('${ids.student}', '${ids['other student']}');
      insert into public.partner_requests (id, person_id, event_id, day, role, level, expires_at)
        values ('${PARTNER}', '${ids.student}', '${EVENT}', '2099-01-01', 'conduz', 'iniciante', '2099-01-02');
      insert into public.partner_answers (id, request_id, person_id)
        values ('${PARTNER}', '${PARTNER}', '${ids['other student']}');
      insert into public.event_goings (person_id, event_id, day, is_on)
        select id, '${EVENT}', '2099-01-01', true from public.user_profiles;
      select app.put_content('event', gen_random_uuid(), 'baile', '2027', '{"title": "Baile"}');
      select app.put_content('dancer', '10000000-0000-4000-8000-000000000002', null, 'gone', '{}');
      select app.remove_content('dancer', '10000000-0000-4000-8000-000000000002');
      insert into public.blog_categories (id, name, slug)
        values ('10000000-0000-4000-8000-0000000000c1', 'Aprender', 'aprender'), (gen_random_uuid(), 'Vazia', 'vazia');
      insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name, status)
        select 'Artigo', 'artigo' || n, '10000000-0000-4000-8000-0000000000c1', 'Um resumo curto',
          '{"type": "doc", "content": [{"type": "paragraph"}]}', 'Equipe', case n when '' then 'published' else 'draft' end
        from unnest(array['', '-rascunho']) n;
      insert into public.dance_steps (name, dance_style_id, level, description, is_published)
        select n, id, 'iniciante', 'Como se faz este passo', n = 'Base'
        from public.dance_styles, unnest(array['Base', 'Escondido']) n where dance_styles.name = 'Forró';
      insert into public.events (title, kind, city_id, starts_at, is_published)
        select v.title, 'baile', c.id, '2027-01-01 22:00-03', v.shown
        from public.cities c, (values ('Baile da Lua', true), ('Ainda em segredo', false)) v (title, shown)
        where c.name = 'Vitória';
      insert into public.terms_and_policies (version, active, title) values (7, false, 'Ainda não publicados');
      insert into public.user_acceptances (user_id, terms_id)
        select p.id, t.id from public.user_profiles p, public.terms_and_policies t where t.active
        on conflict do nothing;
      insert into public.notifications (user_id, kind, title, body)
        select id, 'test', 'Título', 'Texto' from public.user_profiles;
      insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
        select id, repeat('f', 100) || id, 'https://push.example.com/' || id from public.user_profiles;
      insert into public.notifications (user_id, _deleted) select id, true from public.user_profiles;
    `);
    for (const reporter of [ids.student, ids['other teacher']]) {
      await tx.query(
        `insert into public.reports (id, reporter_id, what, target_id, reason)
         values (gen_random_uuid(), $1, 'profile', $2, 'spam')`,
        [reporter, ids['addressed teacher']],
      );
    }
    for (const author of Object.values(ids)) {
      await tx.query(`insert into public.posts (id, author_id, text) values ($1, $2, 'Alguém dança hoje?')`, [
        author === ids.student ? POST : randomUUID(),
        author,
      ]);
    }
    const [third, fourth] = [randomUUID(), randomUUID()];
    for (const [id, student, teacher] of [
      [ACCEPTED, ids.student, ids['addressed teacher']],
      [PENDING, ids.student, ids['other teacher']],
      [third, ids['other student'], ids['other teacher']],
      [fourth, ids.student, ids['inactive teacher']],
    ]) {
      await tx.query(
        `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id) values ($1, $2, $3, $4)`,
        [id, student, teacher, forro.id],
      );
    }
    await tx.query(`update public.lesson_requests set status = 'Aceito' where id <> $1`, [PENDING]);
    await tx.exec(`
      insert into public.lessons (id, request_id, proposed_last) values ('${LESSON}', '${ACCEPTED}', 'student');
      insert into public.lesson_proposals (lesson_id, side, id, starts_local, zone, starts_at, minutes, place, price_cents)
        select '${LESSON}', 'student', '${LESSON}', l, 'UTC', l at time zone 'UTC', 60, 'Estúdio Compasso', 12000
        from (select date_trunc('minute', now() at time zone 'UTC') + interval '7 days') x (l);
    `);
    for (const id of Object.values(ids)) {
      await tx.query(
        `insert into public.step_marks (person_id, step, state, marked_at) values ($1, 'forro-giro', 'learning', now())`,
        [id],
      );
      await tx.query(
        `insert into public.step_reviews (id, person_id, step, rating, reviewed_at)
         values (gen_random_uuid(), $1, 'forro-giro', 3, now())`,
        [id],
      );
    }
    for (const [part, author] of [
      ['student', ids.student],
      ['homework', ids['addressed teacher']],
    ]) {
      await tx.query(
        `insert into public.lesson_texts (id, lesson_id, part, author_id, text, written_at)
         values (gen_random_uuid(), $1, $2, $3, 'Treinar o giro', now())`,
        [LESSON, part, author],
      );
    }
    for (const teacher of [ids['addressed teacher'], ids['other teacher'], ids['inactive teacher']]) {
      await tx.query(
        `insert into public.payment_keys (id, pix_key, pix_name) values ($1, '+5511900000001', 'Professora')`,
        [teacher],
      );
    }
    for (const [request, evaluator, evaluated, anonymous] of [
      [ACCEPTED, ids.student, ids['addressed teacher'], true],
      [third, ids['other teacher'], ids['other student'], false],
      [fourth, ids.student, ids['inactive teacher'], false],
    ]) {
      await tx.query(
        `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating, is_anonymous)
         values ($1, $2, $3, 5, $4)`,
        [request, evaluator, evaluated, anonymous],
      );
    }
    await tx.query(
      `insert into public.teacher_checks (id, teacher_id, kind, checked_by) values ($1, $2, 'whatsapp', $3)`,
      [CHECK, ids['addressed teacher'], ids.admin],
    );
    await tx.query(
      `insert into public.teacher_reviews (id, teacher_id, outcome, checked, checked_by)
       values (gen_random_uuid(), $1, 'approved', '{picture}', $2)`,
      [ids['addressed teacher'], ids.admin],
    );
    await tx.query(
      `insert into public.reports (id, reporter_id, what, target_id, reason)
       values ($1, $2, 'profile', $3, 'unsafe')`,
      [LETTER_REPORT, ids.student, ids['other teacher']],
    );
    await tx.query(
      `insert into app.teacher_invitations (id, token, name, email, invited_by)
       values ($1, repeat('a', 32), 'Pessoa Convidada', 'convidada@example.com', $2)`,
      [INVITATION, ids.admin],
    );
    await tx.query(
      `insert into public.report_letters (report_id, recipient, person_id, text, written_by)
       values ($1, 'reporter', $2, 'Obrigado por avisar.', $3)`,
      [LETTER_REPORT, ids.student, ids.admin],
    );
    await tx.query(
      `insert into public.report_decisions (what, target_id, person_id, decision, decided_by)
       values ('profile', $1, $1, 'keep', $2)`,
      [ids['other teacher'], ids.admin],
    );
    await tx.query(
      `insert into public.audit_log (actor_id, action, table_name, row_id, words)
       values ($1, 'update', 'teachers', $2, '')`,
      [ids.admin, ids['addressed teacher']],
    );
    await tx.query(
      `insert into public.bulk_notifications (id, title, body, total, created_by)
       values ('${BULK}', 'Baile da equipe', 'Venha dançar', $1, $2)`,
      [Object.keys(ids).length, ids.admin],
    );
    await tx.query(
      'insert into public.bulk_notification_recipients (bulk_id, person_id) select $1, unnest($2::uuid[])',
      [BULK, `{${Object.values(ids).join()}}`],
    );
    await tx.query(`select app.release_evaluations('2100-01-01')`);
    return ids;
  });
}
