/** Fills the demo's database as months of use do: writes of every kind, what the team does, and the timed work. */
import { pause } from '@/lib/idle';
import { type Stage, writeEverything } from './every-write';
import type { ACCOUNTS } from './stage';

type Team = Stage & { call(who: keyof typeof ACCOUNTS, path: string, body: unknown): Promise<unknown> };

/** Tables that stay empty, each with its reason. The release command refuses others, and `lived-in.test.ts` finds them. */
export const EMPTY_TABLES: Readonly<Record<string, string>> = {
  'app.block_ends': 'holds only what a block ends hours later',
  'app.demand': 'nothing below five searches is stored',
  'app.findable_teachers': 'emptied by every round of tell_alerts',
  'app.lead_model_calls': 'counts calls of a model, which tests have not',
  'app.lesson_reminders': 'holds lessons of the next hours',
  'app.password_changes': 'the demo’s people keep their passwords',
  'app.push_pause': 'set only while FCM asks to wait',
  'app.read_pictures': 'written by the function that reads uploads; the demo’s come otherwise',
  'app.registration_leftovers': 'holds steps of a registration that failed',
  'app.search_cache': 'a copy that the next search makes anew',
  'app.search_file': 'written by the function that makes the search file',
  'app.stale_files': 'emptied by the removal of files',
  'app.unbegun_histories': 'holds rows after a restore that no pull has noticed',
  'app.visitor_pushes': 'a queue that the next round empties',
  'app.waiting_hints': 'a queue that the next round empties',
  'auth.flow_state': 'Auth’s own, for sign-ins by link',
  'public.push_deliveries': 'needs FCM',
};

/** Sends everything of the first round, then has the team and the timers do their part. */
export async function liveIn(stage: Team): Promise<void> {
  await stage.sql(
    `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint)
     select p.id, repeat('f', 100) || p.id, 'https://push.example.com/' || p.id from public.user_profiles p
     where p.email in ('aluno@danceflix.test', 'professor@danceflix.test')`,
  );
  await writeEverything(stage, 0, ({ who, command }) => stage.send(who, command));
  await teamActs(stage);
  for (const work of ['tidy_up', 'tend_lessons', 'record_months', 'send_bulk_notifications'])
    await stage.sql(`select public.${work}()`);
  // It leaves teachers alone who became findable in the last minute, and the server's own timer may be at it.
  const isTold = async () => {
    await stage.sql(`select public.tell_alerts(500, now() + interval '2 minutes')`);
    const [waiting] = await stage.sql<{ count: number }>(
      'select count(*)::int as count from app.findable_teachers',
    );
    return waiting?.count === 0;
  };
  while (!(await isTold())) await pause(100);
}

async function teamActs({ sql, call }: Team): Promise<void> {
  const rpc = (name: string, body: object) =>
    call('admin', `/rest/v1/rpc/${name}`, { command_id: crypto.randomUUID(), ...body });
  const reports = await sql<{ id: string; target_id: string; by_account: boolean }>(
    `select id, target_id, reporter_id is not null as by_account from public.reports where what = 'profile' order by created_at`,
  );
  const [first] = reports.filter((report) => report.by_account);
  const other = reports.find((report) => !report.by_account);
  if (!first || !other) throw new Error('There are no reports to decide about');
  const text = 'Obrigado por avisar. Já olhamos.';
  await rpc('admin_write_about_report', { letter: { report_id: first.id, recipient: 'reporter', text } });
  const decision = { what: 'profile', target_id: other.target_id, decision: 'keep', reason: null };
  await rpc('admin_decide_report', { decision });
  const [waiting] = await sql<{ id: string }>(
    'select t.id from public.teachers t where not t.is_active order by t.id limit 1',
  );
  if (waiting) {
    const review = { id: crypto.randomUUID(), teacher_id: waiting.id, outcome: 'adjust', checked: ['text'] };
    await rpc('admin_review_teacher', { review: { ...review, message: 'Conte mais sobre suas aulas.' } });
  }
  const message = { title: 'Baile no sábado', body: 'Venha dançar com a gente.', url: '/comunidade/eventos' };
  const bulk = (await rpc('admin_start_bulk', { message: { id: crypto.randomUUID(), ...message } })) as {
    id: string;
  };
  await call('admin', '/rest/v1/rpc/admin_step_bulk', { bulk_id: bulk.id, size: 100 });
  await call('student', '/rest/v1/rpc/announce_waiting', { device: crypto.randomUUID(), waiting: 2 });
  const [teacher] = await sql<{ id: string; version: string }>(
    `select id, repeat('0', 16) as version from public.user_profiles where email = 'professor@danceflix.test'`,
  );
  if (teacher)
    await sql('insert into public.share_pictures (id, version) values ($1, $2)', teacher.id, teacher.version);
  await sql(`insert into public.support_sync_logs (sync_type, status) values ('trial', 'success')`);
}

/** The faults of the numbers of rows, one line each. */
export function emptinessFaults(counts: Readonly<Record<string, number>>): string[] {
  const unexplained = Object.entries(counts)
    .filter(([table, count]) => count === 0 && !Object.hasOwn(EMPTY_TABLES, table))
    .map(([table]) => `${table} is empty, and nothing says why`);
  const filled = Object.keys(EMPTY_TABLES)
    .filter((table) => counts[table] !== undefined && counts[table] > 0)
    .map((table) => `${table} has rows, although it says why it had none`);
  return [...unexplained, ...filled];
}
