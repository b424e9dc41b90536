/** As many rows in every table that the back-office lists, set by set and without triggers. */
import type { TestDatabase } from '../../support/database.ts';

/** Enough that the planner would rather not read a table from end to end. */
export const ROWS = process.env.TEST_FULL === '1' ? 50_000 : 15_000;

const id = (prefix: string, n = 'n') => `('${prefix}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const student = (n = 'n') => id('00000000', n);
const teacher = (n = 'n') => id('00000001', n);
const ago = (n = 'n') => `now() - make_interval(mins => (${n} % ${ROWS}) * 7)`;
const cities =
  '(select array_agg(c.id order by c.name) from public.cities c where not c._deleted and c._xid >= 0)';
const styles = '(select array_agg(s.id order by s.name) from public.dance_styles s where not s._deleted)';
const series = `generate_series(1, ${ROWS}) n`;
const name = `(array['Ana', 'João', 'Célia', 'Bruno', 'Inês', 'Léo', 'Maria', 'Otávio'])[1 + n % 8] || ' '
  || (array['Silva', 'Souza', 'Lima', 'Ávila', 'Rocha'])[1 + n % 5]`;

const FILL = `
set local session_replication_role = replica;

insert into public.user_profiles (id, name, email, role, city_id, created_at)
  select ${student()}, ${name}, 'a' || n || '@e.br', 'student', (${cities})[1 + n % 28], ${ago()} from ${series};
insert into public.students (id, created_at) select ${student()}, ${ago()} from ${series};
insert into app.student_standing (id, accepted, asked) select ${student()}, n % 7, n % 11 + 7 from ${series};
insert into public.user_profiles (id, name, email, role, city_id, created_at)
  select ${teacher()}, ${name}, 'p' || n || '@e.br', 'teacher', (${cities})[1 + n % 28], ${ago()}
  from ${series};
insert into public.teacher_checks (teacher_id, kind, checked_at, expires_on)
  select ${teacher()}, 'identity', ${ago()}, '2028-01-01'::date + n % 700 from ${series};
insert into public.teachers (id, is_active, is_paused, is_featured, approved_at, slug, created_at, checks)
  select ${teacher()}, n % 10 > 1, n % 20 = 7, n % 500 = 0, case when n % 10 > 0 then ${ago()} end,
    case when n % 300 > 0 then 'linha-' || n end, ${ago()}, app.checks_text(${teacher()})
  from ${series};
insert into public.teacher_dance_styles select ${teacher()}, (${styles})[1 + n % 40] from ${series};
insert into public.user_evaluation_stats (user_id, average_rating, total_evaluations)
  select ${teacher()}, 1 + (n % 400) / 100.0, n % 30 from ${series} where n % 3 > 0;
insert into app.teacher_directory (id, name, email, city_id, style_ids, state, is_featured, has_slug, rating,
    rating_count, created_at, identity_until)
  select id, name, email, city_id, style_ids, state, is_featured, has_slug, rating, rating_count, created_at, identity_until
  from app.directory_source;

insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, status, request_date, answered_at)
  select ${id('00000002')}, ${student()}, ${teacher(`(n * 7919) % ${ROWS} + 1`)}, (${styles})[1 + n % 40],
    case when n % 4 = 0 then 'Pendente' else 'Aceito' end, ${ago()}, case when n % 4 > 0 then now() end
  from ${series};
insert into public.lesson_evaluations (id, lesson_request_id, evaluator_id, evaluated_id, rating, public_rating, comment,
    public_comment, is_anonymous, created_at, hidden_at)
  select ${id('00000003')}, ${id('00000002')}, ${student()}, ${teacher(`(n * 7919) % ${ROWS} + 1`)}, 1 + n % 5,
    case when n % 900 > 0 then 1 + n % 5 end, 'Foi bom', case when n % 900 > 0 then 'Foi bom' end, n % 3 = 0, ${ago()},
    case when n % 900 = 0 then now() end
  from ${series};
insert into public.student_leads (id, nome, cidade, estilo_danca, professor_encontrado, created_at)
  select ${id('00000004')}, ${name}, (select c.name from public.cities c where c.id = (${cities})[1 + n % 28]),
    (select s.name from public.dance_styles s where s.id = (${styles})[1 + n % 40]),
    case when n % 50 > 0 then 'Alguém' end, ${ago()}
  from ${series};
insert into public.supporter_tiers (id, user_id, email, tier, amount, is_active, created_at)
  select ${id('00000005')}, case when n % 2 = 0 then ${student()} end, 's' || n || '@e.br',
    (array['passinho', 'giro_completo', 'destaque_salao', 'brilho_palco'])[1 + n % 4], 1 + n % 90, n % 10 > 0, ${ago()}
  from ${series};
insert into public.support_sync_logs (id, sync_type, email, status, created_at)
  select ${id('00000006')}, case when n % 1000 = 0 then 'import' else 'import_row' end, 's' || n || '@e.br',
    case when n % 100 = 0 then 'error' else 'success' end, ${ago()}
  from ${series};
insert into public.posts (id, author_id, text, city_id, dance_style_id, created_at, is_listed, removed_at, removed_by)
  select ${id('00000007')}, ${student('n % 5000 + 1')}, ${name} || ' dança hoje, número ' || n, (${cities})[1 + n % 28],
    (${styles})[1 + n % 40], ${ago()}, n <= 200, case when n % 800 = 0 then now() end, case when n % 800 = 0 then 'team' end
  from ${series};
insert into public.reports (id, reporter_id, what, target_id, reason, created_at, status, decided_at)
  select ${id('00000008')}, ${student()}, case when n % 10 = 0 then 'profile' else 'post' end,
    ${id('00000007', 'n % 9000 + 1')}, (array['fake', 'offensive', 'unsafe', 'spam', 'wrong', 'other'])[1 + n % 6],
    ${ago()}, case when n % 40 = 0 then 'open' else 'kept' end, case when n % 40 > 0 then now() end
  from ${series};
insert into public.events (id, title, slug, kind, city_id, starts_at, is_published)
  select ${id('00000009')}, ${name} || ' ' || n, 'evento-' || n, case when n % 30 = 0 then 'baile' else 'outro' end,
    (${cities})[1 + n % 28], now() + make_interval(mins => (n - ${ROWS * 0.8}) * 11), n % 5 > 0
  from ${series};
insert into public.dance_steps (id, name, dance_style_id, level, description, is_published, created_at)
  select ${id('0000000a')}, ${name} || ' ' || n, (${styles})[1 + n % 40],
    case when n % 20 = 0 then 'avançado' else 'iniciante' end, 'Como se faz este passo', n % 5 > 0, ${ago()}
  from ${series};
insert into public.blog_categories (id, name, slug) select ${id('0000000b')}, 'Categoria ' || n, 'categoria-' || n
  from generate_series(1, 12) n;
insert into public.blog_posts (id, title, slug, category_id, excerpt, body, author_name, status, published_at, updated_at)
  select ${id('0000000c')}, ${name} || ' ' || n, 'artigo-' || n, ${id('0000000b', 'n % 12 + 1')}, 'Um resumo curto',
    '{"type": "doc", "content": [{"type": "paragraph"}]}', 'Equipe', case when n % 90 = 0 then 'draft' else 'published' end,
    ${ago()}, ${ago()}
  from ${series};
insert into public.bulk_notifications (id, title, body, role, state, total, sent, created_by, created_at, finished_at)
  select ${id('0000000e')}, ${name} || ' ' || n, 'Venha dançar com a gente',
    (array['student', 'teacher', null])[1 + n % 3], case when n % 5000 = 0 then 'stopped' else 'done' end, 1,
    case when n % 5000 = 0 then 0 else 1 end, ${student('n % 5 + 1')}, ${ago()}, case when n % 5000 > 0 then now() end
  from ${series};
insert into public.bulk_notification_recipients (bulk_id, person_id, state, notification_id, sent_at)
  select ${id('0000000e', 'n % 100 + 1')}, ${student()}, case when n % 300 = 0 then 'waiting' else 'sent' end,
    case when n % 300 > 0 then ${id('0000000f')} end, case when n % 300 > 0 then now() end
  from ${series};
insert into public.audit_log (id, at, actor_id, action, table_name, row_id, after, words)
  select ${id('0000000d')}, ${ago()}, ${student('n % 5 + 1')}, case when n % 700 = 0 then 'delete' else 'update' end,
    case when n % 200 = 0 then 'cities' else 'teachers' end, ${student(`n % ${ROWS}`)}::text, '{"is_active": true}',
    app.search_words(app.fold('teachers ' || ${name}))
  from ${series};
insert into public.cities (name, active) select 'Zona ' || ${name} || ' ' || n, n % 90 > 0 from ${series};
insert into public.dance_styles (name, active) select 'Zona ' || ${name} || ' ' || n, n % 90 > 0 from ${series};
insert into public.blog_categories (name, slug, position)
  select ${name} || ' ' || n, 'outra-categoria-' || n, n % 900 from ${series};
`;

/**
 * Text indexes; the others grow row by row, as in production, because plans depend on their shape.
 */
const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and a.amname = 'gin'`;

export async function fillBackOffice(database: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    // Indexes are rebuilt from all rows at once: row by row the whole takes half as long again.
    const indexes = await tx.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of indexes) await tx.exec(`drop index ${name}`);
    await tx.exec(FILL);
    for (const { definition } of indexes) await tx.exec(definition);
  });
  // Does the work of autovacuum: marks pages as visible to all and gathers statistics; from a
  // smaller sample, because folding names for each index takes long.
  await database.exec('vacuum');
  await database.transaction((tx) => tx.exec('set local default_statistics_target = 10; analyze'));
}
