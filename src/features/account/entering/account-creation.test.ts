import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RegisterInput } from '@/auth/outcomes';
import { register } from '@/auth/session/session';
import areaCodes from '../../../../tests/spec/data/estados_ddd.json';
import { phoneError } from '../fields/phone-number';
import { registerText } from '../messages';

const input: RegisterInput = {
  email: 'ana@danceflix.test',
  password: 'segredo1',
  role: 'student',
  name: 'Ana Lima',
  cityId: null,
  whatsapp: null,
  selectedStyles: [],
  termsAccepted: true,
};

afterEach(() => vi.unstubAllGlobals());

describe('creating an account', () => {
  it.each([
    ['email', ''],
    ['email', '  '],
    ['password', ''],
    ['role', '' as 'student'],
    ['name', ' '],
  ] as const)('[A207] without %s asks for the required fields and sends nothing', async (field, value) => {
    const send = vi.fn();
    vi.stubGlobal('fetch', send);
    const outcome = await register({ ...input, [field]: value });
    expect(registerText(outcome)).toBe('Campos obrigatórios não preenchidos');
    expect(send).not.toHaveBeenCalled();
  });

  it('[A208] without accepted terms asks for them and sends nothing', async () => {
    const send = vi.fn();
    vi.stubGlobal('fetch', send);
    const outcome = await register({ ...input, termsAccepted: false });
    expect(registerText(outcome)).toBe('Você precisa aceitar os termos de uso para se registrar');
    expect(send).not.toHaveBeenCalled();
  });
});

describe('Brazilian numbers', () => {
  it('[D046] have the area codes of the list, and no other', () => {
    const listed = new Set(JSON.stringify(areaCodes).match(/\b\d{2}\b/g));
    expect(listed.size).toBe(67);
    for (let code = 11; code <= 99; code += 1) {
      const valid = phoneError(`${code}900001234`, '55') === null;
      expect([code, valid]).toEqual([code, listed.has(String(code))]);
    }
  });
});
