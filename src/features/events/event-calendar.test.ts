import { describe, expect, it } from 'vitest';
import { escapeText } from '@/lib/calendar-file';
import { eventFile } from './event-calendar';
import type { DanceEvent } from './schema';

const event: DanceEvent = {
  id: '00000000-0000-4000-8000-00000000000e',
  slug: 'baile-da-lua',
  title: 'Baile da Lua; parte 1, a "volta"',
  kind: 'baile',
  styleIds: [],
  cityId: 'c',
  venue: 'Salão Estrela',
  startsAt: Date.parse('2026-12-05T22:00:00-03:00'),
  endsAt: Date.parse('2026-12-06T03:00:00-03:00'),
  price: 'R$ 30',
  url: null,
  description: 'Traga par.\r\nOu não \\o/',
  organiser: null,
  weekly: null,
  confirmedAt: null,
  authorTag: null,
  going: {},
  updatedAt: Date.parse('2026-11-20T12:00:00Z'),
};
const text = { city: 'Vitória', address: 'https://danceflix.test/comunidade/eventos?evento=baile-da-lua' };
const NOW = Date.parse('2026-11-21T10:20:30.400Z');
const file = (more: Partial<DanceEvent> = {}) => eventFile({ ...event, ...more }, text, NOW);
const unfolded = (more?: Partial<DanceEvent>) => file(more).replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file', () => {
  it('has the lines that RFC 5545 requires, in UTC, each ended by CRLF', () => {
    const lines = unfolded();
    expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Danceflix//Eventos//PT']);
    expect(lines).toContain('UID:00000000-0000-4000-8000-00000000000e@danceflix');
    expect(lines).toContain('DTSTAMP:20261121T102030Z');
    expect(lines).toContain('DTSTART:20261206T010000Z');
    expect(lines).toContain('DTEND:20261206T060000Z');
    expect(lines.slice(-3)).toEqual(['END:VEVENT', 'END:VCALENDAR', '']);
    expect(file().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('escapes characters that would end or split a value', () => {
    const lines = unfolded();
    expect(lines).toContain('SUMMARY:Baile da Lua\\; parte 1\\, a "volta"');
    expect(lines).toContain('LOCATION:Salão Estrela\\, Vitória');
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toBe(
      'DESCRIPTION:Traga par.\\nOu não \\\\o/\\n\\nQuanto: R$ 30\\n\\nhttps://danceflix.test/comunidade/eventos?evento=baile-da-lua',
    );
  });

  it('never lets a text start a new line', () => {
    const lines = unfolded({ title: 'Baile\r\nEND:VEVENT\nATTACH:https://example.com', description: null });
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('ATTACH'))).toBe(false);
    expect(escapeText('a\u0000b\u007fc')).toBe('abc');
  });

  it('ends an event without an end six hours after its start', () => {
    expect(unfolded({ endsAt: null })).toContain('DTEND:20261206T070000Z');
  });

  it('of a series repeats at the wall time in Brasília, without the dates that are called off, until its last', () => {
    const lines = unfolded({
      startsAt: Date.parse('2026-12-01T20:00:00-03:00'),
      endsAt: Date.parse('2026-12-01T23:00:00-03:00'),
      weekly: { until: '2026-12-23', off: ['2026-12-15'] },
    });
    for (const line of [
      'TZID:America/Sao_Paulo',
      'TZOFFSETTO:-0300',
      'DTSTART;TZID=America/Sao_Paulo:20261201T200000',
      'DTEND;TZID=America/Sao_Paulo:20261201T230000',
      'RRULE:FREQ=WEEKLY;UNTIL=20261222T230000Z',
      'EXDATE;TZID=America/Sao_Paulo:20261215T200000',
    ])
      expect(lines).toContain(line);
    expect(lines.join()).toContain('Toda terça\\, 20:00 às 23:00');
  });
});
