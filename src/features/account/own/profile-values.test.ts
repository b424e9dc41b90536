import { describe, expect, it } from 'vitest';
import { REGISTER } from '../messages';
import { STUDENT, studentWith, TEACHER } from './own-samples';
import { changesOf, checkProfile, instagramHandle, realEdits, valuesOf } from './profile-values';

const teacher = valuesOf(TEACHER, 'Vitória');
const student = valuesOf(STUDENT, 'Vitória');

describe('values of the own profile', () => {
  it('give no change when nothing was edited', () => {
    expect(realEdits(teacher, teacher)).toEqual({});
    expect(checkProfile(teacher, 'teacher')).toEqual({});
  });

  it('send only what changed, and null for what was emptied', () => {
    const values = { ...teacher, bio: ' ', phone: '', name: ' Marina  Couto Lima ', isPaused: true };
    expect(changesOf(values, realEdits(teacher, values))).toEqual({
      bio: null,
      whatsapp: null,
      name: 'Marina Couto Lima',
      isPaused: true,
    });
  });

  it('send the number with its country', () => {
    const values = { ...student, phoneCountry: '351', phone: '912345678' };
    expect(changesOf(values, realEdits(student, values))).toEqual({ whatsapp: '+351912345678' });
  });

  it('treat a list in another order as the same list', () => {
    const base = { ...student, styleIds: ['a', 'b'] };
    expect(realEdits(base, { styleIds: ['b', 'a'] })).toEqual({});
    expect(realEdits(base, { styleIds: ['b'] })).toEqual({ styleIds: ['b'] });
  });

  it('are validated per field, with the texts of the registration', () => {
    const wrong = { ...student, name: ' Jo ', cityId: '', cityText: 'Marte', phone: '20900001234' };
    expect(checkProfile(wrong, 'student')).toEqual({
      name: REGISTER.nameShort,
      cityId: REGISTER.city,
      phone: REGISTER.areaCode,
    });
  });

  it('may be without city and number', () => {
    expect(checkProfile({ ...student, cityId: '', cityText: '', phone: '' }, 'student')).toEqual({});
  });

  it('ask teachers, and only them, for styles and modalities', () => {
    const bare = { ...student, styleIds: [] };
    expect(checkProfile(bare, 'student')).toEqual({});
    expect(Object.keys(checkProfile(bare, 'teacher'))).toEqual(['styleIds', 'modalities']);
  });

  it.each([
    '@danca.ana',
    'danca.ana',
    'https://www.instagram.com/danca.ana/?hl=pt',
    'instagram.com/danca.ana',
  ])('extract the handle from %s', (text) => {
    expect(instagramHandle(text)).toBe('danca.ana');
    expect(checkProfile({ ...teacher, instagram: text }, 'teacher')).toEqual({});
  });

  it('include a student’s own texts, and none that the student did not write', () => {
    const values = {
      ...student,
      bio: ' Danço. ',
      interests: ['bailes'],
      dancingSince: '2019',
      isPublic: true,
    };
    expect(changesOf(values, realEdits(student, values))).toEqual({
      bio: 'Danço.',
      interests: ['bailes'],
      dancingSince: 2019,
      isPublic: true,
    });
    const written = valuesOf(studentWith({ dancingSince: 2019, favouriteSongs: 'Xote' }), 'Vitória');
    expect(changesOf({ ...written, dancingSince: ' ' }, { dancingSince: ' ' })).toEqual({
      dancingSince: null,
    });
    expect(realEdits(written, written)).toEqual({});
  });

  it.each(['1815', '20019', 'ontem', '9999', '19'])('refuse %s as a year', (dancingSince) => {
    expect(Object.keys(checkProfile({ ...student, dancingSince }, 'student'))).toEqual(['dancingSince']);
  });

  it('refuse an invalid handle', () => {
    expect(checkProfile({ ...teacher, instagram: 'dança da Ana' }, 'teacher').instagram).toBeTruthy();
  });
});
