/**
 * The embedded backend for the model's programs: commands go through the app's own transport to the
 * real procedures, and every network fault is applied to `fetch`.
 */
import type { Answer, Request } from '@/outbox/transport';
import { send } from '@/outbox/transport';
import { FOREIGN, idOf, type Outcome, type ProgramServer, type Row } from './outbox-server';
import type { Stage } from './outbox-stage';

const realFetch = globalThis.fetch;
const HOUR = 60 * 60_000;

interface Seen {
  log: { id: string; user_id: string | null }[];
  matched: string[];
  rows: { key: string; version: number; fields: Record<string, unknown> }[];
}

/** The backend as one program sees it. */
export class RealServer implements ProgramServer {
  rows: ReadonlyMap<string, Row> = new Map();
  readonly effects: string[] = [];
  readonly violations: string[] = [];
  readonly late: Request[] = [];
  readonly arrivedLate: string[] = [];
  private authors = new Map<string, string | null>();
  private readonly handles = new Map<string, { userId: string; expiresAt: number }>();
  /** Stopped alerts leave nothing in the database. */
  private readonly stops = new Set<string>();
  private turns = 0;
  private changes = 0;

  constructor(
    private readonly stage: Stage,
    private readonly now: () => number,
  ) {}

  issue(userId: string, lifetime = HOUR): { token: string; expiresAt: number } {
    const token = `handle-${this.handles.size + 1}`;
    const expiresAt = this.now() + lifetime;
    this.handles.set(token, { userId, expiresAt });
    return { token, expiresAt };
  }

  expire(token: string, lifetime = 0): void {
    const known = this.handles.get(token);
    if (known) known.expiresAt = this.now() + lifetime;
  }

  authorOf(commandId: string): string | null | undefined {
    return this.authors.get(commandId);
  }

  holds(commandId: string): boolean {
    return this.effects.includes(commandId);
  }

  /**
   * Publishes proposed events. Every second call also accepts the oldest request, from the teacher's other phone, the
   * others publish evaluations; every fifth brings the time of confirmed lessons.
   */
  async change(key: string, fields: Record<string, unknown>): Promise<void> {
    const { database } = this.stage.embedded;
    this.turns += 1;
    await database.query(
      `update public.user_profiles set name = coalesce($2::text, name), whatsapp = '+55119' || $3::text where id = $1`,
      [key.split('/')[1], (fields.name as string | undefined) ?? null, String(10_000_000 + this.turns)],
    );
    if (this.turns % 2) {
      await database.query(
        `update public.lesson_requests set status = 'Aceito' where id = (
          select id from public.lesson_requests where student_id = $1 and status = 'Pendente'
          order by request_date limit 1)`,
        [this.stage.student.id],
      );
    } else await database.query(`select app.release_evaluations(now() + interval '15 days')`);
    await database.exec(PUBLISH);
    this.changes += 1;
    if (this.changes % 5 === 0) {
      await database.query(
        `update public.lessons l set starts_at = x.at, starts_local = x.at at time zone l.zone
         from (select date_trunc('minute', now() - interval '1 hour') as at) x
         where l.status = 'confirmed' and l.starts_at > now() and l.request_id in (
           select id from public.lesson_requests where student_id = $1)`,
        [this.stage.student.id],
      );
    }
    await this.look();
  }

  async arrive(): Promise<void> {
    for (const request of this.late.splice(0)) {
      this.arrivedLate.push(idOf(request));
      await this.carry(request, realFetch);
    }
    await this.look();
  }

  async answer(request: Request, outcome: Outcome): Promise<Answer> {
    this.turns += 1;
    if (outcome === '401' && request.token) this.expire(request.token);
    const answer = await this.carry(request, this.faulty(request, outcome));
    await this.look();
    return answer;
  }

  /** Sends by the app's own transport, with the token that the handle stands for. */
  private async carry(request: Request, fetch: typeof globalThis.fetch): Promise<Answer> {
    globalThis.fetch = fetch;
    try {
      return await send({ ...request, token: this.tokenOf(request) }, new AbortController().signal);
    } finally {
      globalThis.fetch = realFetch;
    }
  }

  private tokenOf({ token }: Request): string | null {
    if (token === null) return null;
    const known = this.handles.get(token);
    const { student, teacher } = this.stage;
    const person = [student, teacher].find(({ id }) => id === known?.userId);
    if (!known || !person) throw new Error('a token that nobody gave out');
    return known.expiresAt > this.now() ? person.tokens.fresh : person.tokens.expired;
  }

  /** Applies the outcome to one request between phone and server. */
  private faulty(request: Request, outcome: Outcome): typeof globalThis.fetch {
    const fault = async (go: () => Promise<Response>): Promise<Response> => {
      switch (outcome) {
        case 'ok':
          return go();
        case 'lost':
          await go();
          throw new TypeError('Failed to fetch');
        case 'cut':
          throw new TypeError('Failed to fetch');
        case 'late':
          this.late.push(request);
          throw new TypeError('Failed to fetch');
        case 'repeated':
          return (await Promise.all([go(), go()]))[1];
        case '401':
          return request.token ? go() : Response.json({ code: 'PGRST301' }, { status: 401 });
        case '403':
          return this.refusal(request, go, 403, '42501');
        case '409':
          return this.refusal(request, go, 409, 'PT409');
        case '422':
          return this.refusal(request, go, 422, '22023');
        case '429':
          return Response.json({}, { status: 429, headers: { 'retry-after': '1' } });
        case '5xx':
          // The gateway times out, before or after the server was done.
          if (this.turns % 2) await go();
          return Response.json({ code: 'XX000' }, { status: 500 });
        case 'portal':
          if (this.turns % 2) await go();
          return new Response('<html>Aceite os termos</html>', { status: 200 });
        case 'schema':
          return Response.json({ code: 'PGRST202' }, { status: 404 });
        case 'paused':
          return Response.json({}, { status: 540 });
        case 'unconfirmed':
          return Response.json({ command_id: 'another', version: 1 });
        case 'foreign': {
          if (this.turns % 2) await go();
          const { status, body } = FOREIGN[this.turns % FOREIGN.length] ?? { status: 404, body: {} };
          return Response.json(body, { status });
        }
      }
    };
    return (input, init) =>
      fault(async () => {
        const response = await realFetch(input, init);
        if (response.ok && String(input).endsWith('/rpc/stop_visitor_alert')) this.stops.add(idOf(request));
        return response;
      });
  }

  /** A command that already ran gets its first answer, whatever is no longer allowed. */
  private async refusal(
    request: Request,
    go: () => Promise<Response>,
    status: number,
    code: string,
  ): Promise<Response> {
    return this.holds(idOf(request)) ? go() : Response.json({ code, hint: 'refused' }, { status });
  }

  /** Reads the effects. */
  async look(): Promise<void> {
    const [found] = await this.stage.embedded.database.query<{ seen: Seen }>(SEEN, [
      this.stage.student.id,
      this.stage.teacher.id,
    ]);
    if (!found) throw new Error('nothing seen');
    const { log, matched, rows } = found.seen;
    this.authors = new Map(log.map(({ id, user_id }) => [id, user_id]));
    for (const id of this.stops) this.authors.set(id, null);
    const ids = [...log.map(({ id }) => id), ...matched.map((id) => `match of ${id}`), ...this.stops];
    this.effects.push(...ids.filter((id) => !this.effects.includes(id)));
    this.rows = new Map(rows.map(({ key, version, fields }) => [key, { version, fields }]));
  }

  /** Cleans up, so that the next program begins without open requests. */
  async clear(): Promise<void> {
    await this.stage.embedded.database.exec(
      `update public.lesson_requests r set ended_at = now() where r.status = 'Aceito' and r.ended_at is null
         and exists (select from public.lessons l where l.request_id = r.id and l.status in ('held', 'missed'));
       update public.lesson_requests set status = 'Cancelado' where status in ('Pendente', 'Aceito') and ended_at is null;
       delete from public.command_log;
       update app.teacher_addresses set taken_at = now() - interval '40 days' where true;
       delete from public.student_leads;
       delete from public.partner_requests;
       delete from public.events e using public.event_proposals p where p.event_id = e.id;
       update public.notifications set _deleted = true where not _deleted;`,
    );
    await this.look();
  }
}

const PUBLISH = `update public.events e set is_published = true
  where not e.is_published and exists (select from public.event_proposals p where p.event_id = e.id)`;

/** The newest version of either side, as the phone could have pulled it. */
const SEEN = `select json_build_object(
  'log', (select coalesce(json_agg(json_build_object('id', c.id, 'user_id', c.user_id)), '[]') from public.command_log c),
  'matched', (select coalesce(json_agg(l.id), '[]') from public.student_leads l where l.ai_analysis_data is not null),
  'rows', (select coalesce(json_agg(r), '[]') from (
    select 'user_profiles/' || p.id as key, p._xid as version, to_jsonb(p) - '{_xid,_deleted}'::text[] as fields
      from app.own_profiles p where p.id in ($1::uuid, $2::uuid)
    union all
    select 'lesson_requests/' || r.id, (select max(v._xid) from public.lesson_request_versions v where v.id = r.id),
      to_jsonb(r) from public.lesson_requests r where r.id in (
        select (c.result ->> 'request_id')::uuid from public.command_log c where c.result ? 'request_id')
    union all
    select 'lessons/' || l.id, (select max(v._xid) from public.lesson_versions v where v.id = l.id),
      to_jsonb(l) || jsonb_build_object('has_begun', coalesce(l.starts_at <= now(), false), 'proposals', (
        select jsonb_object_agg(p.side, p.id) from public.lesson_proposals p where p.lesson_id = l.id))
      from public.lessons l where l.id in (
        select (c.result -> 'lesson_ids' ->> 0)::uuid from public.command_log c where c.result ? 'lesson_ids')
    union all
    select 'payment_keys/' || k.id, v._xid, to_jsonb(k)
      from public.payment_keys k join public.payment_key_versions v on v.id = k.id and v.person_id = k.id
      where exists (select from public.command_log c where c.kind = 'payment_key.set' and c.user_id = k.id)
    union all
    select case v.kind when 'note' then 'lesson_notes/' || v.id when 'review' then 'step_reviews/' || v.id
        when 'event' then 'events/' || v.id when 'partner' then 'partner_requests/' || v.id
        when 'going' then 'event_goings/' || (select g.event_id || ':' || g.day from public.event_goings g where g.id = v.id)
        else 'step_marks/' || (select m.step from public.step_marks m where m.id = v.id) end,
      max(v._xid), coalesce(case v.kind when 'event' then (
        select jsonb_build_object('author', p.person_id, 'state', p.state, 'starts_on', e.starts_at::date)
        from public.event_proposals p join public.events e on e.id = p.event_id where p.event_id = v.id)
      when 'partner' then (
        select jsonb_build_object('asker', r.person_id, 'open', r.ended_at is null, 'found', r.found_at is not null,
          'answers', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'person_id', a.person_id, 'state', a.state)
            order by a.id), '[]') from public.partner_answers a where a.request_id = r.id))
        from public.partner_requests r where r.id = v.id) end, '{}')
      from public.notebook_versions v where not v._deleted and exists (
        select from public.command_log c where c.result ->> 'row_id' = v.id::text)
      group by v.kind, v.id
    union all
    select 'teacher_alerts/' || concat_ws('/', coalesce(a.style_id::text, ''), coalesce(a.city_id::text, ''), coalesce(a.area, '')),
      a._xid, '{}'::jsonb from public.teacher_alerts a where not a._deleted
    union all
    select 'lesson_evaluations/' || e.id, e._xid, to_jsonb(e) - '{_xid,_deleted}'::text[]
      from public.lesson_evaluations e where e.id in (
        select (c.result ->> 'evaluation_id')::uuid from public.command_log c where c.result ? 'evaluation_id')
    union all
    select 'notifications/' || n.id, n._xid, to_jsonb(n) - '{_xid,_deleted}'::text[]
      from public.notifications n where n.user_id in ($1::uuid, $2::uuid) and not n._deleted
    union all
    select 'leads/' || l.id, 1, to_jsonb(l) from public.student_leads l
  ) r)
) as seen`;
