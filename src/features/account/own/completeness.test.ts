import { describe, expect, it } from 'vitest';
import { approvalOf } from './approval';
import { completenessOf } from './completeness';
import { STUDENT, TEACHER, teacherWith } from './own-samples';

describe('completeness of a profile', () => {
  it('is 100 % when nothing is missing', () => {
    expect(completenessOf(TEACHER)).toEqual({ done: 8, total: 8, percent: 100, missing: [] });
  });

  it('counts blanks as missing', () => {
    const { percent, missing } = completenessOf(teacherWith({ bio: '  ', instagram: null }));
    expect(percent).toBe(75);
    expect(missing.map(({ id }) => id)).toEqual(['bio', 'instagram']);
  });

  it('asks students for less', () => {
    const bare = { ...STUDENT, cityId: null, styleIds: [], whatsapp: null, imageUrl: null };
    expect(completenessOf(bare)).toMatchObject({ done: 0, total: 4, percent: 0 });
    expect(completenessOf(bare).missing.map(({ id }) => id)).toEqual([
      'city',
      'styles',
      'whatsapp',
      'picture',
    ]);
  });

  it('never rounds up to 100 while a part is missing', () => {
    expect(completenessOf({ ...TEACHER, imageUrl: null }).percent).toBe(87);
  });
});

describe('approval of a teacher', () => {
  const teacher = (part: Partial<Parameters<typeof approvalOf>[0]>) =>
    approvalOf({ ...teacherOf(), ...part });
  const teacherOf = () => {
    if (!TEACHER.teacher) throw new Error('The sample is a teacher');
    return TEACHER.teacher;
  };

  it.each([
    ['waiting', { isActive: false, approvedAt: null }],
    ['waiting', { isActive: false, approvedAt: null, isPaused: true }],
    ['approved', { isActive: true }],
    ['paused', { isActive: true, isPaused: true }],
    ['deactivated', { isActive: false, approvedAt: '2026-03-01T12:00:00Z' }],
  ])('is %s with %o', (state, part) => {
    expect(teacher(part)).toBe(state);
  });
});
