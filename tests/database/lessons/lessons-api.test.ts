/** Requests and evaluations through supabase-js and the embedded backend, on both drivers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  admin,
  type Backend,
  client,
  mainTargets,
  newPerson,
  type Person,
  showTeacher,
} from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

describe.each(mainTargets())('requests and evaluations through the API on $name', (target) => {
  let backend: Backend;
  let teacher: Person;
  let stranger: Person;
  let style: string;
  let student: Person;

  async function register(role: 'student' | 'teacher', name: string): Promise<Person> {
    const person = await newPerson(backend, { role, name });
    const { error } = await person.client.rpc('complete_registration', {
      payload: { role, name, styles: ['Forró', 'Zouk'], terms_accepted: true },
    });
    if (error) throw new Error(error.message);
    return person;
  }

  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
    [teacher, stranger] = [
      await register('teacher', 'Professora da Rede'),
      await register('student', 'Estranho da Rede'),
    ];
    await showTeacher(backend, teacher.id);
    const found = await client(backend).from('dance_styles').select('id').eq('name', 'Forró').single();
    style = found.data?.id;
  });
  afterAll(() => backend?.stop());
  beforeEach(async () => {
    student = await register('student', 'Aluna da Rede');
  });

  const create = (person: Person, id = randomUUID(), command = randomUUID()) =>
    person.client.rpc('create_lesson_request', {
      command_id: command,
      request: {
        id,
        teacher_id: teacher.id,
        dance_style_id: style,
        preferred_days: ['sabado'],
        preferred_times: [],
        message: null,
      },
    });
  const answer = (person: Person, request: string, what: string) =>
    person.client.rpc('answer_lesson_request', {
      command_id: randomUUID(),
      request_id: request,
      answer: what,
      reason: null,
      base_version: null,
    });
  const cancel = (person: Person, request: string) =>
    person.client.rpc('cancel_lesson_request', {
      command_id: randomUUID(),
      request_id: request,
      reason: null,
      base_version: null,
    });
  /** Creates a request of the student in that state. Returns its id. */
  async function request(status: 'Pendente' | 'Aceito' | 'Recusado' | 'Cancelado'): Promise<string> {
    const id = randomUUID();
    const steps = [await create(student, id)];
    if (status === 'Aceito') steps.push(await answer(teacher, id, 'accept'));
    if (status === 'Recusado') steps.push(await answer(teacher, id, 'decline'));
    if (status === 'Cancelado') steps.push(await cancel(student, id));
    for (const { error } of steps) expect(error).toBeNull();
    return id;
  }
  const statusOf = async (id: string) =>
    (await admin(backend).from('lesson_requests').select('status').eq('id', id).single()).data?.status;
  const insert = (person: Person, requestId: string, more: Record<string, unknown> = {}) =>
    person.client.from('lesson_evaluations').insert({
      lesson_request_id: requestId,
      evaluator_id: person.id,
      evaluated_id: person.id === teacher.id ? student.id : teacher.id,
      rating: 5,
      ...more,
    });

  it('a command returns its id and version, and the same when it is sent again after a lost answer', async () => {
    const [id, command] = [randomUUID(), randomUUID()];
    const first = await create(student, id, command);
    expect(first.data).toMatchObject({ command_id: command, request_id: id, version: expect.any(Number) });
    expect((await create(student, id, command)).data).toEqual(first.data);
    const pulled = await student.client.rpc('pull_lesson_requests');
    expect(pulled.data.rows).toMatchObject([{ id, _xid: first.data.version, status: 'Pendente' }]);
  });

  it('a refusal carries its code as a hint, with a status that does not cause a retry', async () => {
    const id = await request('Pendente');
    const second = await create(student);
    expect([second.status, second.error?.hint, second.error?.details]).toEqual([
      409,
      'open_request_exists',
      id,
    ]);
    await cancel(student, id);
    const late = await answer(teacher, id, 'accept');
    expect([late.status, late.error?.hint]).toEqual([409, 'request_cancelled']);
    const unknown = await answer(stranger, id, 'accept');
    expect([unknown.status, unknown.error?.hint]).toEqual([404, 'request_unknown']);
  });

  // «o professor vê o nome, a foto e o pedido de quem pede aula.»
  it('[T030][B249] both sides read a request’s state and people, a third person and visitors no row', async () => {
    const id = await request('Pendente');
    const read = (from: { client: Person['client'] }) =>
      from.client.from('lesson_requests').select('status, student_id, teacher_id').eq('id', id);
    const row = { status: 'Pendente', student_id: student.id, teacher_id: teacher.id };
    expect((await read(student)).data).toEqual([row]);
    expect((await read(teacher)).data).toEqual([row]);
    expect((await read(stranger)).data).toEqual([]);
    expect((await read({ client: client(backend) })).data ?? []).toEqual([]);
  });

  it('[D097][D098] the teacher accepts or declines a pending request, the student is denied both', async () => {
    for (const [what, state] of [
      ['accept', 'Aceito'],
      ['decline', 'Recusado'],
    ] as const) {
      const id = await request('Pendente');
      expect((await answer(student, id, what)).error).toMatchObject({ hint: 'not_the_teacher' });
      expect(await statusOf(id)).toBe('Pendente');
      expect((await answer(teacher, id, what)).data).toMatchObject({ status: state });
      expect(await statusOf(id)).toBe(state);
      await cancel(student, id);
    }
  });

  it('too many leads from one address are 429 by the connection’s address, whatever the headers claim', async () => {
    const limits = { key: 'rate_limits', value: { leads_address_hour: 1 } };
    const { data: before } = await admin(backend)
      .from('app_settings')
      .select()
      .eq('key', 'rate_limits')
      .single();
    expect((await admin(backend).from('app_settings').upsert(limits)).error).toBeNull();
    const send = (claimed: string) =>
      fetch(`${backend.url}/rest/v1/rpc/create_lead`, {
        method: 'POST',
        headers: {
          apikey: backend.publishableKey,
          'content-type': 'application/json',
          'x-forwarded-for': claimed,
          'cf-connecting-ip': claimed,
        },
        body: JSON.stringify({
          command_id: randomUUID(),
          lead: { id: randomUUID(), nome: 'Ana', cidade: 'Vitória', estilo_danca: 'Forró' },
        }),
      });
    expect((await send('203.0.113.1')).status).toBe(200);
    const refused = await send('203.0.113.2');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'PT429', hint: 'too_many' });
    expect((await admin(backend).from('app_settings').upsert(before)).error).toBeNull();
  });

  it('[D101] no other transition is possible, for any person, by procedure or by writing the table', async () => {
    const states = ['Pendente', 'Aceito', 'Recusado', 'Cancelado'] as const;
    for (const from of states) {
      const id = await request(from);
      for (const person of [student, teacher, stranger]) {
        for (const status of states) {
          const written = await person.client
            .from('lesson_requests')
            .update({ status })
            .eq('id', id)
            .select();
          expect([from, status, written.data ?? []]).toEqual([from, status, []]);
        }
        const may = {
          accept: person === teacher && from === 'Pendente',
          decline: person === teacher && from === 'Pendente',
          cancel: person !== stranger && (from === 'Pendente' || from === 'Aceito'),
        };
        if (!may.accept) expect((await answer(person, id, 'accept')).error).not.toBeNull();
        if (!may.decline) expect((await answer(person, id, 'decline')).error).not.toBeNull();
        if (!may.cancel) expect((await cancel(person, id)).error).not.toBeNull();
      }
      expect(await statusOf(id)).toBe(from);
      await cancel(student, id);
    }
    for (const status of states) {
      const row = { id: randomUUID(), student_id: student.id, teacher_id: teacher.id, dance_style_id: style };
      const made = await student.client.from('lesson_requests').insert({ ...row, status });
      expect(made.error).not.toBeNull();
    }
  });

  it('[D102] a second request is refused while one is open, and accepted after that ended', async () => {
    const first = await request('Pendente');
    expect((await create(student)).error?.hint).toBe('open_request_exists');
    await answer(teacher, first, 'accept');
    expect((await create(student)).error?.hint).toBe('open_request_exists');
    await cancel(student, first);
    const second = randomUUID();
    expect((await create(student, second)).error).toBeNull();
    await answer(teacher, second, 'decline');
    expect((await create(student)).error).toBeNull();
  });

  // «Depois que o pedido de aula é aceito, aluno e professor podem se avaliar com 1 a 5 estrelas e um comentário.»
  it('[T034][B195] an evaluation of a pending request is denied, of an accepted one accepted', async () => {
    const id = await request('Pendente');
    expect((await insert(student, id)).error).not.toBeNull();
    await answer(teacher, id, 'accept');
    expect((await insert(student, id)).error).toBeNull();
  });

  it('[B196] another user’s evaluation of that request is denied', async () => {
    const id = await request('Aceito');
    expect((await insert(stranger, id)).error?.code).toBe('42501');
    expect((await insert(stranger, id, { evaluator_id: student.id })).error?.code).toBe('42501');
  });

  it('[B198] the evaluated person is the other one, any other is denied', async () => {
    const id = await request('Aceito');
    for (const evaluated_id of [student.id, stranger.id, randomUUID()]) {
      expect((await insert(student, id, { evaluated_id })).error?.code).toBe('42501');
    }
    expect((await insert(student, id)).error).toBeNull();
    expect((await insert(teacher, id)).error).toBeNull();
  });

  it('[D104] [D105] a rating is 1 to 5, whole', async () => {
    const id = await request('Aceito');
    for (const rating of [0, 6, 4.5]) expect((await insert(student, id, { rating })).error).not.toBeNull();
    expect((await insert(student, id, { rating: 1 })).error).toBeNull();
    expect((await insert(teacher, id, { rating: 5 })).error).toBeNull();
  });

  it('[B197][B199][D106] a second insert is rejected, and an author changes the first, id and statistics following', async () => {
    const id = await request('Aceito');
    expect((await insert(student, id, { rating: 2, comment: 'c'.repeat(1001) })).error?.code).toBe('23514');
    expect((await insert(student, id, { rating: 2, comment: 'c'.repeat(1000) })).error).toBeNull();
    expect((await insert(student, id)).error?.code).toBe('23505');
    const read = async () =>
      (await student.client.from('lesson_evaluations').select('*').eq('lesson_request_id', id)).data ?? [];
    const [before] = await read();
    const stolen = await teacher.client
      .from('lesson_evaluations')
      .update({ rating: 5 })
      .eq('lesson_request_id', id)
      .select();
    expect(stolen.data).toEqual([]);
    const changed = await student.client
      .from('lesson_evaluations')
      .update({ rating: 4, comment: 'Melhorou' })
      .eq('lesson_request_id', id);
    expect(changed.error).toBeNull();
    const [after] = await read();
    expect(after).toMatchObject({ id: before.id, rating: 4, comment: 'Melhorou' });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  });

  it('[B221] pending evaluations are read by their owner only, visitors read none', async () => {
    const id = await request('Aceito');
    const read = async (from: { client: Person['client'] }) =>
      ((await from.client.from('pending_evaluations').select()).data ?? []).map(
        (row) => row.lesson_request_id,
      );
    expect(await read(student)).toEqual([id]);
    expect(await read(stranger)).toEqual([]);
    expect(await read(teacher)).toContain(id);
    expect(await read({ client: client(backend) })).toEqual([]);
  });

  it('another’s pending evaluations: "Usuário não autorizado"', async () => {
    await request('Aceito');
    const { error } = await stranger.client.rpc('pending_evaluations_of', { person: student.id });
    expect(error?.message).toBe('Usuário não autorizado');
    expect((await student.client.rpc('pending_evaluations_of', { person: student.id })).data).toHaveLength(1);
  });

  it('[B248] visitors read the evaluations of an active teacher, an anonymous one without its author', async () => {
    // Three possible authors are enough: the evaluation waits only for the next day.
    for (const name of ['Colega Um', 'Colega Dois', 'Aluna da Rede']) {
      student = await register('student', name);
      if (name !== 'Aluna da Rede') await request('Aceito');
    }
    const id = await request('Aceito');
    await student.client.rpc('save_evaluation', {
      command_id: randomUUID(),
      evaluation: {
        id: randomUUID(),
        lesson_request_id: id,
        rating: 3,
        comment: `Anônimo ${id}`,
        is_anonymous: true,
      },
    });
    const unsealed = new Date(Date.now() + 15 * 86_400_000).toISOString();
    expect((await admin(backend).rpc('tidy_up', { at: unsealed })).error).toBeNull();
    const rows = await client(backend).from('public_evaluations').select('*').eq('evaluated_id', teacher.id);
    const row = rows.data?.find(({ comment }) => comment === `Anônimo ${id}`);
    expect(row).toMatchObject({ rating: 3, author_name: null, lesson_request_id: null });
    expect(JSON.stringify(rows.data)).not.toContain(student.id);
    student = await register('student', 'Aluna de Nome');
    expect((await insert(student, await request('Aceito'), { comment: 'Com nome' })).error).toBeNull();
    expect((await admin(backend).rpc('tidy_up', { at: unsealed })).error).toBeNull();
    const page = await client(backend).rpc('evaluations_of', { person: teacher.id, items_per_page: 100 });
    expect(page.data.evaluations).toContainEqual(
      expect.objectContaining({ comment: 'Com nome', author_name: 'Aluna de Nome' }),
    );
  });

  it.each(['evaluator_id', 'created_at', 'xmin', 'ctid', 'public_id', '_xid'])(
    'public evaluations cannot be selected, filtered or sorted by %s',
    async (column) => {
      await insert(student, await request('Aceito'), { is_anonymous: true });
      const all = () => teacher.client.from('public_evaluations');
      expect((await all().select(column)).error).not.toBeNull();
      expect((await all().select('id').order(column)).error).not.toBeNull();
      expect((await all().select('id').not(column, 'is', null)).error).not.toBeNull();
    },
  );

  it.each(['xmin', 'xmax', 'ctid', 'tableoid'])(
    'the system column %s, which reveals the last writer and locker, cannot be selected, filtered or sorted',
    async (column) => {
      const id = await request('Aceito');
      await insert(student, id, { is_anonymous: true });
      for (const [from, table, key] of [
        [teacher.client, 'lesson_requests', 'id'],
        [teacher.client, 'user_profiles', 'id'],
        [teacher.client, 'notifications', 'id'],
        [student.client, 'lesson_evaluations', 'id'],
        [client(backend), 'user_evaluation_stats', 'user_id'],
        [client(backend), 'teacher_listings', 'id'],
      ] as const) {
        for (const asked of [
          from.from(table).select(column),
          from.from(table).select(`${key},hidden:${column}::text`),
          from.from(table).select(key).order(column),
          from.from(table).select(key).not(column, 'is', null),
        ]) {
          const { data, error } = await asked;
          expect([table, data, error?.code]).toEqual([
            table,
            null,
            expect.stringMatching(/^(42501|42703|42883)$/),
          ]);
        }
        // Some columns of a request are for its student only, so that '*' is refused there.
        const all = table === 'lesson_requests' ? 'id, status' : '*';
        const counted = await from.from(table).select(all, { count: 'exact' });
        expect([table, counted.error]).toEqual([table, null]);
        expect(counted.count).toBe(counted.data?.length);
      }
    },
  );

  it('embedding reaches no other table from a public evaluation', async () => {
    await insert(student, await request('Aceito'), { is_anonymous: true });
    const { data } = await teacher.client
      .from('public_evaluations')
      .select('id, lesson_evaluations(evaluator_id), user_profiles(name)');
    expect(JSON.stringify(data ?? [])).not.toContain(student.id);
  });
});
