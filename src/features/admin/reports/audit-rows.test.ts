import { expect, it } from 'vitest';
import { type AuditRow, changeTexts } from './audit-rows';

const CITY = '00000000-0000-4000-8000-0000000000c1';
const line = (before: AuditRow['before'], after: AuditRow['after'], hidden: string[] = []): AuditRow => ({
  id: 'x',
  at: '2026-11-22T12:00:00+00:00',
  actor: null,
  is_rule: false,
  action: 'update',
  table_name: 'bulk_notifications',
  row_id: 'x',
  label: null,
  before,
  after,
  hidden,
});

it('describes a change with the team’s labels, and names instead of ids', () => {
  const row = line(
    { state: 'sending', is_active: true, tagline: 'a' },
    {
      state: 'stopped',
      is_active: false,
      stopped_at: '2026-11-22T12:30:00.123456+00:00',
      city_id: CITY,
      tagline: null,
    },
    ['email'],
  );
  expect(changeTexts(row, (id) => (id === CITY ? 'Vitória' : null))).toEqual([
    'situação: enviando → parado',
    'ativo: sim → não',
    'tagline: a → vazio',
    'parado em: 22/11/2026, 09:30',
    'cidade: Vitória',
    'e-mail: apagado com a conta',
  ]);
});

it('leaves out values that the line shows already, and shortens long texts', () => {
  const row = line(
    {},
    { id: 'x', created_at: '2026-11-22T12:00:00Z', created_by: 'x', body: 'á'.repeat(300) },
  );
  expect(changeTexts(row)).toEqual([`texto: ${'á'.repeat(119)}…`]);
});

it('says in words on which thing a rule decided, without the id of the person', () => {
  const row = line({}, { what: 'profile', person_id: CITY, decision: 'remove', reason: 'Três denúncias' });
  expect(changeTexts(row)).toEqual(['sobre: perfil', 'decisão: remover', 'motivo: Três denúncias']);
});
