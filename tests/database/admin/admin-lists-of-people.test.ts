/** The lists of students, requests, evaluations and leads. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';
import { agree, ask, type Couple, createCouple, evaluate, unseal } from '../lessons/lesson-steps.ts';
import { list, listAll, type Page } from './admin-steps.ts';

let database: TestDatabase;
let admin: string;
let couple: Couple;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await database.createUser({ role: 'admin', name: 'Equipe' });
  await database.createUser({ role: 'teacher', name: 'Bruno Lima' });
  couple = await createCouple(database);
  await evaluate(database, couple.student, await agree(database, couple), { comment: 'Aula excelente' });
});
afterAll(() => database.close());

describe('students', () => {
  it('are ranked by accepted requests', async () => {
    const often = await database.createUser({ role: 'student', name: 'Quem Dança Muito' });
    for (let n = 0; n < 3; n++) {
      const teacher = await database.createUser({
        role: 'teacher',
        name: 'Professor Novo',
        styleIds: [couple.style],
      });
      await agree(database, { ...couple, student: often, teacher });
    }
    const never = await database.createUser({ role: 'student', name: 'Quem Só Pede' });
    await ask(database, { ...couple, student: never });
    const ranking = await listAll<{ name: string; accepted: number; asked: number }>(
      database,
      admin,
      'student_ranking',
      {
        size: 2,
      },
    );
    expect(ranking.map(({ name, accepted, asked }) => [name, accepted, asked])).toEqual([
      ['Quem Dança Muito', 3, 3],
      ['Camila Duarte', 1, 1],
      ['Quem Só Pede', 0, 1],
    ]);
    const [first] = await database.query<{ id: string }>(
      `select id from public.lesson_requests where student_id = $1 limit 1`,
      [often],
    );
    await database.query(`update public.lesson_requests set status = 'Cancelado' where id = $1`, [first?.id]);
    const { rows } = await list(database, admin, 'student_ranking', { size: 1 });
    expect(rows).toMatchObject([{ id: often, accepted: 2, asked: 3 }]);
  });

  it('are listed with what they asked, found by name or e-mail, and teachers are not among them', async () => {
    expect((await list(database, admin, 'students', { filter: { search: 'camila' } })).rows).toMatchObject([
      { id: couple.student, name: 'Camila Duarte', accepted: 1, is_public: false },
    ]);
    expect((await list(database, admin, 'students', { filter: { search: 'bruno' } })).rows).toEqual([]);
  });
});

describe('requests and evaluations', () => {
  it.each(['requests', 'evaluations'])('%s are found by either person', async (name) => {
    for (const search of ['camila duarte', 'marina']) {
      const { rows, total } = await list(database, admin, name, { filter: { search } });
      expect([search, rows.length, total]).toEqual([search, rows.length, rows.length]);
      expect(rows.length).toBeGreaterThan(0);
    }
    expect((await list(database, admin, name, { filter: { search: 'ninguém assim' } })).rows).toEqual([]);
  });

  it('are filtered by state, person and rating', async () => {
    const pending = await list(database, admin, 'requests', { filter: { status: 'Pendente' } });
    expect(pending.rows).toMatchObject([
      { status: 'Pendente', style: 'Forró', student: { name: 'Quem Só Pede' } },
    ]);
    await unseal(database);
    const received = { evaluated_id: couple.teacher, rating: 5 };
    expect((await list(database, admin, 'evaluations', { filter: received })).rows).toMatchObject([
      {
        rating: 5,
        comment: 'Aula excelente',
        evaluator: { id: couple.student },
        is_public: true,
        hidden_at: null,
      },
    ]);
    expect((await list(database, admin, 'evaluations', { filter: { rating: 1 } })).rows).toEqual([]);
  });
});

describe('leads', () => {
  it('tell those without a teacher, by city and style however they were written', async () => {
    const lead = (more: object) =>
      callAs(database, null, 'create_lead($1, $2::text::jsonb)', [
        randomUUID(),
        JSON.stringify({ id: randomUUID(), nome: 'Íris', cidade: 'Natal', estilo_danca: 'Frevo', ...more }),
      ]);
    for (let n = 0; n < 4; n += 1) await lead({});
    await lead({ cidade: 'NATAL' });
    await lead({ nome: 'Atendida', cidade: 'Recife' });
    await database.query(
      `update public.student_leads set professor_encontrado = 'Alguém' where nome = 'Atendida'`,
    );
    await lead({ nome: 'De Longe', cidade: 'Recife' });
    await database.query(
      `update public.student_leads set professor_encontrado = 'Alguém',
         ai_analysis_data = '{"cityMatch": null, "brazilMatch": null}' where nome = 'De Longe'`,
    );
    const found = async (filter: object): Promise<Page<Record<string, unknown>>> =>
      list(database, admin, 'leads', { filter: { ...filter } });
    expect((await found({ unmet: true })).total).toBe(6);
    expect((await found({ unmet: false })).rows).toMatchObject([{ nome: 'Atendida', is_unmet: false }]);
    expect((await found({ city: 'natal', style: 'FREVO' })).total).toBe(5);
    expect((await found({ search: 'iris nat' })).total).toBe(5);
    const dashboard = await callAs<{ unmet_demand: unknown }>(database, admin, 'admin_dashboard()');
    expect(dashboard.unmet_demand).toEqual([
      { city: expect.stringMatching(/natal/i), style: 'Frevo', leads: 5, nobody: 5 },
    ]);
  });
});
