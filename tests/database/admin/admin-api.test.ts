/** The back-office through supabase-js and the embedded backend, on both drivers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, mainTargets, newPerson, type Person } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

describe.each(mainTargets())('the back-office through the API on $name', (target) => {
  let backend: Backend;
  let boss: Person;
  let teacher: Person;

  async function register(role: 'student' | 'teacher', name: string): Promise<Person> {
    const person = await newPerson(backend, { role, name });
    const { error } = await person.client.rpc('complete_registration', {
      payload: { role, name, styles: ['Forró'], terms_accepted: true },
    });
    if (error) throw new Error(error.message);
    return person;
  }

  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
    teacher = await register('teacher', 'Ágata da Rede');
    boss = await register('student', 'Chefe da Rede');
    const { error } = await admin(backend).from('user_profiles').update({ role: 'admin' }).eq('id', boss.id);
    expect(error).toBeNull();
  });
  afterAll(() => backend?.stop());

  const approve = (person: Person, is_active: boolean) =>
    person.client.rpc('admin_set_teachers', {
      command_id: randomUUID(),
      changes: [{ id: teacher.id, is_active, ...(is_active && { checks: ['identity'] }) }],
    });

  it('lists with filters, sorts and pages', async () => {
    const { data, error } = await boss.client.rpc('admin_list_teachers', {
      filter: { search: 'agata', state: 'pending' },
      sort: '-created_at',
      page_size: 1,
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      rows: [{ id: teacher.id, name: 'Ágata da Rede', state: 'pending', style_names: ['Forró'] }],
      next: null,
      total: 1,
    });
  });

  it('approves, which lists the teacher, and undoes it again', async () => {
    const { data, error } = await approve(boss, true);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      changed: 1,
      undo: [{ id: teacher.id, is_active: false, approved_at: null }],
    });
    const shown = () => client(backend).from('teacher_listings').select('id').eq('id', teacher.id);
    expect((await shown()).data).toHaveLength(1);
    await boss.client.rpc('admin_set_teachers', { command_id: randomUUID(), changes: data.undo });
    expect((await shown()).data).toEqual([]);
  });

  it('writes into the audit what comes by REST, and shows it', async () => {
    const name = `Cidade ${randomUUID().slice(0, 8)}`;
    const { data: city, error } = await boss.client.from('cities').insert({ name }).select('id').single();
    expect(error).toBeNull();
    const { data } = await boss.client.rpc('admin_list_audit', { filter: { row_id: city?.id } });
    expect(data.rows).toMatchObject([{ action: 'insert', actor: { id: boss.id }, after: { name } }]);
  });

  it('sends a bulk message in steps, stops it, and lets timed work finish it', async () => {
    const message = { title: `Aviso ${randomUUID()}`, body: 'Para todo mundo', url: '/comunidade/eventos' };
    const reach = await boss.client.rpc('admin_preview_bulk', { message });
    expect(reach.data).toMatchObject({ total: 2, teacher: 1, admin: 1, already: 0 });
    const id = randomUUID();
    const started = await boss.client.rpc('admin_start_bulk', {
      command_id: randomUUID(),
      message: { id, ...message },
    });
    expect(started.data).toMatchObject({ id, total: 2 });
    const step = () => boss.client.rpc('admin_step_bulk', { bulk_id: id, size: 1 });
    expect((await step()).data).toMatchObject({ stepped: 1, sent: 1, state: 'sending' });
    expect((await boss.client.rpc('admin_stop_bulk', { bulk_id: id })).data).toMatchObject({
      state: 'stopped',
    });
    expect((await step()).data).toMatchObject({ stepped: null, sent: 1 });
    await boss.client.rpc('admin_resume_bulk', { bulk_id: id });
    expect((await admin(backend).rpc('send_bulk_notifications')).data).toBe(1);
    const { data } = await boss.client.rpc('admin_list_bulk_recipients', { filter: { bulk_id: id } });
    expect(data.rows.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent']);
    const inbox = await teacher.client.from('notifications').select('title, body, url, kind');
    expect(inbox.data).toContainEqual({ ...message, kind: 'news.message' });
    const refused = await teacher.client.rpc('admin_start_bulk', { command_id: randomUUID(), message });
    expect([refused.status, refused.error?.hint]).toEqual([403, 'admin_only']);
    expect((await teacher.client.from('bulk_notifications').select('id')).error?.code).toBe('42501');
  });

  it('refuses other people with the reason, and visitors', async () => {
    for (const [name, args] of [
      ['admin_list_students', {}],
      ['admin_dashboard', {}],
      ['admin_teacher', { teacher_id: teacher.id }],
    ] as const) {
      const { error, status } = await teacher.client.rpc(name, args);
      expect([name, status, error?.code, error?.hint]).toEqual([name, 403, '42501', 'admin_only']);
      expect((await client(backend).rpc(name, args)).error?.code).toBe('42501');
    }
    expect((await approve(teacher, true)).error).toMatchObject({ hint: 'admin_only' });
    expect((await teacher.client.from('audit_log').select('id')).data).toEqual([]);
  });

  it('says which filter was wrong', async () => {
    const { error, status } = await boss.client.rpc('admin_list_requests', { filter: { colour: 'red' } });
    expect([status, error?.hint, error?.details]).toEqual([400, 'invalid_value', 'colour']);
  });
});
