import { describe, expect, it } from 'vitest';
import { slotBits } from '@/db/rows/availability';
import { bitsOf } from './offers';
import { demandsOf, fitOf, fitsOf, isChecked, isWanted, ranksOf } from './search-rules';
import { offersOf } from './to-entry';

const marina = {
  offers: offersOf({
    lesson_places: ['casa'],
    levels: ['iniciante'],
    dance_roles: ['conduz'],
    accepts_couples: true,
    is_accessible: null,
  }),
  slots: slotBits(['terca-noite']),
  area: 'jucutuquara',
};
const silent = { offers: 0, slots: 0, area: '' };

describe('criteria', () => {
  it('filters leave out a teacher without them, also one who says nothing', () => {
    for (const wanted of [{ place: 'casa' }, { role: 'conduz' }, { couples: 'sim' }, { role: ' CONDUZ ' }]) {
      expect(isWanted(marina, demandsOf(wanted))).toBe(true);
      expect(isWanted(silent, demandsOf(wanted))).toBe(false);
    }
    for (const wanted of [{ place: 'online' }, { role: 'dois' }, { access: 'sim' }])
      expect(isWanted(marina, demandsOf(wanted))).toBe(false);
  });

  it('times and levels leave out a teacher who names others, and keep one who names none', () => {
    for (const wanted of [{ when: 'sexta' }, { level: 'avancado' }]) {
      expect(isWanted(marina, demandsOf(wanted))).toBe(false);
      expect(isWanted(silent, demandsOf(wanted))).toBe(true);
    }
  });

  it('an area leaves nobody out', () => {
    expect(isWanted(silent, demandsOf({ area: 'Centro' }))).toBe(true);
  });

  it('a value that is not known finds nobody', () => {
    for (const wanted of [
      { place: 'lua' },
      { role: 'x' },
      { level: 'mestre' },
      { when: 'feriado' },
      { couples: 'talvez' },
      { check: 'identidade' },
    ]) {
      expect([wanted, isWanted({ offers: bitsOf('casa'), slots: 1 }, demandsOf(wanted))]).toEqual([
        wanted,
        false,
      ]);
      expect([wanted, isWanted(silent, demandsOf(wanted))]).toEqual([wanted, false]);
    }
  });

  it('who fits more of them ranks higher', () => {
    const wanted = demandsOf({ area: 'JUCU', when: 'terca', level: 'Iniciante', couples: 'sim' });
    expect(ranksOf(wanted)).toBe(3);
    expect(fitsOf(marina, wanted)).toEqual(['area', 'when', 'level']);
    expect(fitOf(marina, wanted)).toBe(3);
    expect(fitsOf({ ...marina, area: 'centro', slots: 0 }, wanted)).toEqual(['level']);
    expect(fitsOf(marina, demandsOf({}))).toEqual([]);
  });
});

it('a check counts until the day on which it ends', () => {
  const day = Date.UTC(2027, 0, 26) / 86_400_000;
  const checks = 'i2611281126e2601270126';
  expect(isChecked(checks, 'e', day - 1)).toBe(true);
  expect(isChecked(checks, 'e', day)).toBe(false);
  expect(isChecked(checks, 'b', day - 1)).toBe(false);
});
