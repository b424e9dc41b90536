import { expect, it } from 'vitest';
import { writeText } from '@/lib/stored';
import { askLater, daysSince, dueTalk, endTalk, keepTalk, readTalks } from './talks';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');
const ANA = {
  teacherId: 'ana',
  slug: 'ana-zouk',
  name: 'Ana',
  style: 'Zouk',
  city: 'Vitória',
  when: 'noite',
};
const BIA = { teacherId: 'bia', slug: null, name: 'Bia', style: '', city: '', when: '' };

it('asks once, three days after the first tap, about the oldest talk first', () => {
  keepTalk(ANA, NOW);
  keepTalk(ANA, NOW + DAY);
  keepTalk(BIA, NOW + DAY);
  expect(readTalks()).toHaveLength(2);
  expect(dueTalk(NOW + 3 * DAY - 1)).toBeNull();
  expect(dueTalk(NOW + 3 * DAY)).toMatchObject(ANA);
  expect(dueTalk(NOW + 5 * DAY)).toMatchObject(ANA);
  endTalk('ana');
  expect(dueTalk(NOW + 5 * DAY)).toMatchObject(BIA);
  endTalk('bia');
  expect(dueTalk(NOW + 9 * DAY)).toBeNull();
});

// «com que professores você abriu o WhatsApp por aqui, e com que estilo, cidade e horários os procurou, por até 30 dias, para perguntar se deu certo.»
it('[T104] asks again some days after "not yet", and not for ever', () => {
  keepTalk(ANA, NOW);
  askLater('ana', NOW + 3 * DAY);
  expect(dueTalk(NOW + 6 * DAY)).toBeNull();
  const due = dueTalk(NOW + 7 * DAY + 60_000);
  expect(due).toMatchObject({ style: 'Zouk', city: 'Vitória', when: 'noite' });
  expect(due && daysSince(due, NOW + 7 * DAY + 60_000)).toBe(7);
  expect(dueTalk(NOW + 31 * DAY)).toBeNull();
  expect(readTalks()).toEqual([]);
});

it('is not confused by a clock that is set back, or by rubbish', () => {
  keepTalk(ANA, NOW);
  expect(dueTalk(NOW - 10 * DAY)).toBeNull();
  writeText('danceflix_private_talks', '[{"teacherId":1},null,"x"]');
  expect(readTalks()).toEqual([]);
  writeText('danceflix_private_talks', '{');
  expect(dueTalk(NOW)).toBeNull();
});

it('remembers the latest twenty', () => {
  for (let n = 0; n < 25; n++) keepTalk({ ...ANA, teacherId: `t${n}` }, NOW + n);
  expect(readTalks().map(({ teacherId }) => teacherId)).toHaveLength(20);
  expect(readTalks()[0]?.teacherId).toBe('t24');
});
