import { afterEach, expect, it } from 'vitest';
import { keepLead } from '@/features/leads/kept';
import { rememberSearch } from '@/features/teachers/search/last-search';
import { daysAndTimes, soughtFrom } from './sought';

const lead = (estilo: string) =>
  keepLead({
    ...{ id: 'l', createCommand: 'c', matchCommand: 'm', cidade: 'Vitória', sentAt: Date.now() },
    ...{ estilo, objetivos: 'Dançar no casamento' },
  });

afterEach(() => {
  rememberSearch('/search', '');
});

it('takes the style of the search, else of the lead, else of an earlier search, where it is taught', () => {
  const STYLES = ['Zouk', 'Forró'];
  expect(soughtFrom(STYLES)).toEqual({ style: '', goal: '', when: '' });
  rememberSearch('/search', '?style=forro&when=sabado-manha');
  expect(soughtFrom(STYLES)).toEqual({ style: 'Forró', goal: '', when: 'sabado-manha' });
  lead('Zouk');
  expect(soughtFrom(STYLES)).toMatchObject({ style: 'Forró', goal: '' });
  rememberSearch('/search', '?when=nunca');
  expect(soughtFrom(STYLES)).toEqual({ style: 'Zouk', goal: 'Dançar no casamento', when: '' });
  expect(soughtFrom(['Tango'])).toMatchObject({ style: '', goal: '' });
});

it.each([
  ['sabado-manha', [], ['sabado'], ['manha']],
  ['noite', [], [], ['noite']],
  ['sexta', [], ['sexta'], []],
  ['noite.sabado', [], [], []],
  ['terca-noite.sabado-manha', [], ['terca', 'sabado'], ['manha', 'noite']],
  ['terca-noite.sabado-manha', ['sabado-manha', 'sexta-tarde'], ['sabado'], ['manha']],
  ['sexta', ['sexta-noite', 'sabado-manha'], ['sexta'], ['noite']],
  ['noite', ['sabado-manha'], [], ['noite']],
])('%s, of a teacher who offers %j, fills days and times of a request', (when, offered, days, times) =>
  expect(daysAndTimes(when, offered)).toEqual({ days, times }),
);

it('leaves days and times of a request open where none are sought', () => {
  expect(daysAndTimes('', ['sexta-noite'])).toBeNull();
  expect(daysAndTimes('nunca', ['sexta-noite'])).toBeNull();
});
