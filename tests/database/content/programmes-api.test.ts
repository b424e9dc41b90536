/** Supporters and sponsors through supabase-js, on both drivers: who writes and reads them. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admin, type Backend, client, mainTargets, newPerson, type Person } from '../../support/backend.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';

const DENIED = '42501';

/** The amount is left out, because one driver gives it as text. */
const shown = ({ amount, ...row }: Row): Row => row;

type Row = Record<string, unknown>;

describe.each(mainTargets())('programmes through the API on $name', (target) => {
  let backend: Backend;
  let server: SupabaseClient;
  let visitor: SupabaseClient;
  let student: Person;
  let teacher: Person;
  let boss: Person;

  beforeAll(async () => {
    backend = await target.start({ migrationsDir });
    server = admin(backend);
    visitor = client(backend);
    [student, teacher, boss] = [await newPerson(backend), await newPerson(backend), await newPerson(backend)];
    for (const [person, role] of [
      [student, 'student'],
      [teacher, 'teacher'],
      [boss, 'admin'],
    ] as const) {
      const row = { id: person.id, name: `Pessoa ${role}`, email: person.email, role };
      expect((await server.from('user_profiles').insert(row)).error).toBeNull();
    }
  });
  afterAll(() => backend?.stop());
  afterEach(async () => {
    for (const table of ['supporter_tiers', 'sponsors', 'support_sync_logs']) {
      expect((await server.from(table).delete().not('id', 'is', null)).error).toBeNull();
    }
  });

  const others = () => [visitor, student.client, teacher.client];
  const supporter = { email: 'apoio@example.com', tier: 'passinho', amount: 1 };
  const sponsor = { name: 'Chinelo Bom', tier: 'prata' };
  /** Rows as the server sees them, without policies. */
  const rows = async (table: string, columns: string) =>
    (await server.from(table).select(columns).order('id')).data;

  it('[B240][B241] an admin adds a supporter and changes the tier, and the row says when', async () => {
    expect((await boss.client.from('supporter_tiers').insert(supporter)).error).toBeNull();
    const [before] = (await rows('supporter_tiers', '*')) as unknown as Row[];
    expect(before).toMatchObject({ ...shown(supporter), is_active: true, user_id: null });
    const change = await boss.client
      .from('supporter_tiers')
      .update({ tier: 'brilho_palco', amount: 63 })
      .eq('email', supporter.email);
    expect(change.error).toBeNull();
    const [after] = (await rows('supporter_tiers', '*')) as unknown as Row[];
    expect(after).toMatchObject({ id: before?.id, tier: 'brilho_palco' });
    expect(after?.created_at).toBe(before?.created_at);
    expect(Date.parse(String(after?.updated_at))).toBeGreaterThan(Date.parse(String(before?.updated_at)));
  });

  it('[B245] a sponsor whom an admin deactivates is kept, and is hidden from everybody else', async () => {
    expect((await boss.client.from('sponsors').insert(sponsor)).error).toBeNull();
    const everybodySees = async () =>
      (await visitor.from('content_items').select('data').eq('kind', 'sponsor').is('_deleted', false)).data;
    expect(await everybodySees()).toMatchObject([{ data: sponsor }]);
    const change = await boss.client.from('sponsors').update({ is_active: false }).eq('name', sponsor.name);
    expect(change.error).toBeNull();
    expect(await rows('sponsors', 'name, is_active')).toEqual([{ name: sponsor.name, is_active: false }]);
    expect((await visitor.from('sponsors').select()).data).toEqual([]);
    expect(await everybodySees()).toEqual([]);
  });

  it.each([
    ['supporter_tiers', supporter, { tier: 'brilho_palco' }],
    ['sponsors', sponsor, { tagline: 'Mudado por outra pessoa' }],
  ] satisfies [string, Row, Row][])(
    '[D116][D117] %s is written by the admin, and by nobody else',
    async (table, row: Row, change: Row) => {
      for (const who of others()) {
        expect((await who.from(table).insert(row)).error?.code).toBe(DENIED);
      }
      expect(await rows(table, '*')).toEqual([]);
      expect((await boss.client.from(table).insert(row)).error).toBeNull();
      const before = await rows(table, '*');
      for (const who of others()) {
        // A person without the privilege is refused, a person without a matching row changes none.
        await who.from(table).update(change).not('id', 'is', null);
        await who.from(table).delete().not('id', 'is', null);
        expect(await rows(table, '*')).toEqual(before);
      }
      const changed = await boss.client.from(table).update(change).not('id', 'is', null);
      expect(changed.error).toBeNull();
      expect(await rows(table, '*')).toMatchObject([shown({ ...row, ...change })]);
      expect((await boss.client.from(table).delete().not('id', 'is', null)).error).toBeNull();
      expect(await rows(table, '*')).toEqual([]);
    },
  );

  it('[D119] a support is read by its owner and by admins', async () => {
    const own = { ...supporter, user_id: student.id, email: student.email };
    expect((await server.from('supporter_tiers').insert([own, supporter])).error).toBeNull();
    const emails = async (who: SupabaseClient) =>
      ((await who.from('supporter_tiers').select('email')).data ?? []).map(({ email }) => email).sort();
    expect(await emails(student.client)).toEqual([student.email]);
    expect(await emails(boss.client)).toEqual([student.email, supporter.email].sort());
    expect(await emails(teacher.client)).toEqual([]);
    expect(await emails(visitor)).toEqual([]);
  });

  it('[D120] the log of the sync is read by admins only', async () => {
    const line = { sync_type: 'import', email: student.email, status: 'success' };
    expect((await server.from('support_sync_logs').insert(line)).error).toBeNull();
    const read = (who: SupabaseClient) => who.from('support_sync_logs').select('email');
    expect((await read(boss.client)).data).toEqual([{ email: student.email }]);
    for (const who of [student.client, teacher.client]) expect((await read(who)).data).toEqual([]);
    expect((await read(visitor)).error?.code).toBe(DENIED);
  });
});
