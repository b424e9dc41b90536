import { describe, expect, it } from 'vitest';
import { foldEmail } from '@/lib/typed-text';
import { matchNames, resolveItem } from '@/ui/name-field/name-choice';
import {
  AREA_CODES,
  caretAfter,
  formatPhone,
  fromWhatsapp,
  phoneError,
  toWhatsapp,
} from './fields/phone-number';
import { confirmationError, isEmail, nameError } from './validation';

describe('numbers', () => {
  it('knows 67 area codes', () => {
    expect(AREA_CODES.size).toBe(67);
    for (const code of ['11', '31', '99']) expect(phoneError(`${code}900001234`, '55')).toBeNull();
    for (const code of ['10', '20', '23', '90'])
      expect(phoneError(`${code}900001234`, '55')).toBe('DDD inválido');
  });

  it.each([
    ['3', '(3'],
    ['31', '(31'],
    ['319', '(31) 9'],
    ['3190000', '(31) 90000'],
    ['31900001', '(31) 90000-1'],
  ])('shows %s as %s', (digits, shown) => expect(formatPhone(digits, '55')).toBe(shown));

  it('keeps the caret behind its digit', () => {
    expect(caretAfter('(31) 90000-1234', 3)).toBe(6);
    expect(caretAfter('(31) 90000-1234', 8)).toBe(12);
    expect(caretAfter('', 0)).toBe(0);
  });

  it('are stored with plus and country code, and read back', () => {
    expect(toWhatsapp('', '55')).toBeNull();
    expect(toWhatsapp('91234567', '598')).toBe('+59891234567');
    expect(fromWhatsapp('+59891234567')).toEqual({ country: '598', digits: '91234567' });
    expect(fromWhatsapp('+5531900001234')).toEqual({ country: '55', digits: '31900001234' });
    expect(fromWhatsapp(null)).toEqual({ country: '55', digits: '' });
  });
});

describe('cities', () => {
  const cities = [
    { id: '1', name: 'São Paulo' },
    { id: '2', name: 'Porto Alegre' },
  ];

  it('are compared without accents, case and spaces, from two characters on', () => {
    expect(matchNames('cidades', cities, ' s')).toHaveLength(2);
    expect(matchNames('cidades', cities, 'SAO p')).toEqual([cities[0]]);
    expect(matchNames('cidades', cities, 'por to')).toEqual([cities[1]]);
    expect(matchNames('cidades', cities, 'xyz')).toEqual([]);
  });

  it('are found again by name when their id has changed', () => {
    expect(resolveItem(cities, 'gone', 'São Paulo')?.id).toBe('1');
    expect(resolveItem(cities, null, 'Ouro Preto')).toBeNull();
  });
});

describe('names, addresses, confirmations', () => {
  it.each(['José Conceição', 'Ana', 'Zoë Łukasz', 'J\u0061\u0301 Silva'])('accepts the name %s', (name) =>
    expect(nameError(name)).toBeNull(),
  );
  it.each(['Ana\u00a0Clara', 'Ana Clara\u200b', 'Ana\u202fClara', '\ufeffAna', 'An\u00ada', 'Ana\nLima'])(
    'accepts the name %j, whose odd characters are invisible',
    (name) => expect(nameError(name)).toBeNull(),
  );
  it.each([
    'Ana 2',
    "D'Ávila",
    'Ana-Lú',
    '\u3164\u3164\u3164Ana',
    '\uffa0Ana',
    'Ana \u0301Lima',
    '\u0301Ana',
    'Ana\u2800Lima',
  ])('refuses the name %j', (name) => expect(nameError(name)).toBe('Nome deve conter apenas letras'));
  it.each(['Equipe Danceflix', 'Suporte', 'Ѕuроrtе', 'Аna Souza'])('refuses the false name %s', (name) =>
    expect(nameError(name)).toMatch(/parece ser da equipe/),
  );
  it.each(['a\u0301\u0302', 'J\u0061\u0301'])('does not count the accents of %j as letters', (name) =>
    expect(nameError(name)).toBe('Nome deve ter pelo menos 3 caracteres'),
  );
  it.each(['\u3164\u3164\u3164', '\uffa0\uffa0\uffa0', '\u2800\u2800\u2800', '\u200b\u200b\u200b', '\u00a0'])(
    'refuses %j as a name',
    (name) => expect(nameError(name)).toBe('Nome é obrigatório'),
  );
  it('\u0301\u0301\u0301 is no name', () =>
    expect(nameError('\u0301\u0301\u0301')).toBe('Nome deve ter pelo menos 3 caracteres'));
  it.each(['Ana\u202eamiL', 'Ana\u0000', 'Ana\u200f', 'Ana\u0007'])(
    'refuses the invisible control characters in %j, with an explanation',
    (name) => expect(nameError(name)).toMatch(/caracteres invisíveis/),
  );
  it.each([
    '\u200eze@example.test',
    '\u200bze@example.test',
    '\u202aze@example.test\u202c',
    'ze@exam\u00adple.test',
    'mailto:ze@example.test',
    '\u2066MAILTO:ze@example.test\u2069',
    '\u00a0ze@example.test\u3000',
  ])('normalises the address %j', (email) => {
    expect(isEmail(email)).toBe(true);
    expect(foldEmail(email)).toBe('ze@example.test');
  });
  it.each(['a@b.co', ' a.b+c@d-e.com.br '])('accepts the address %j', (email) =>
    expect(isEmail(email)).toBe(true),
  );
  it.each(['abc', 'abc@', '@b.co', 'a@b', 'a b@c.de', 'a@b..co'])('refuses the address %j', (email) =>
    expect(isEmail(email)).toBe(false),
  );
  it('reports a wrong confirmation only once one is typed', () => {
    expect(confirmationError('segredo', '')).toBeNull();
    expect(confirmationError('segredo', 'segred')).toBe('As senhas não conferem');
    expect(confirmationError('segredo', 'segredo')).toBeNull();
  });
});
