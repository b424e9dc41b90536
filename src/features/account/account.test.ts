import { describe, expect, it, vi } from 'vitest';
import { readText, storedKeys } from '@/lib/stored';
import { readRegistrationDraft, saveRegistrationDraft } from './entering/registration-draft';
import { adminSignInText, registerText, resetText, signInText } from './messages';
import { toColumns, toField } from './rows';

describe('texts of the account area', () => {
  it('a role mismatch names both roles', () => {
    expect(signInText({ kind: 'role-mismatch', actual: 'teacher', chosen: 'student' })).toBe(
      'Esta conta está registrada como Professor, não como Aluno.',
    );
  });

  it('shows the backend’s message on /admin/login only', () => {
    const refused = { kind: 'invalid', message: 'Invalid login credentials' } as const;
    expect(signInText(refused)).toBe('E-mail ou senha incorretos');
    expect(adminSignInText(refused)).toBe('Invalid login credentials');
    expect(signInText({ kind: 'network' })).toBe('Erro ao fazer login');
    expect(adminSignInText({ kind: 'network' })).toBe('Login failed. Please try again.');
  });

  it.each([
    ['refused', 'Falha no registro. Por favor, tente novamente.'],
    ['unknown', 'Registration failed. Please try again.'],
    ['network', 'Erro ao criar conta. Por favor, tente novamente.'],
    ['profile-failed', 'Falha ao criar perfil de usuário'],
    ['student-failed', 'Failed to create student profile'],
    ['teacher-failed', 'Falha ao criar perfil de professor'],
    ['fields', 'Campos obrigatórios não preenchidos'],
    ['terms', 'Você precisa aceitar os termos de uso para se registrar'],
  ] as const)('says of a registration that ended as %s: %s', (kind, text) => {
    expect(registerText(kind === 'refused' ? { kind, message: null } : { kind })).toBe(text);
  });

  it('falls back to English when a password was not changed', () => {
    expect(resetText({ kind: 'network' })).toBe('Failed to reset password. Please try again.');
    expect(resetText({ kind: 'message', message: 'As is' })).toBe('As is');
  });
});

describe('the registration draft', () => {
  const draft = {
    role: 'teacher' as const,
    name: 'Anna',
    email: 'anna@danceflix.test',
    cityId: null,
    cityName: 'Vitória',
    countryCode: '55',
    phone: '27900000001',
    styles: ['Forró'],
    termsAccepted: true,
  };
  // «sua sessão, seu nome, sua função e seu nível de apoio (para abrir a tela certa na hora), a última cópia de “Meus dados” que você abriu, o rascunho do cadastro, por até 7 dias e nunca com a senha, e o e-mail que espera confirmação, até você confirmá-lo.»
  it('[T111] survives a reload without the password', () => {
    saveRegistrationDraft(Object.assign({ password: 'geheim' }, draft));
    expect(
      storedKeys('')
        .map((key) => readText(key))
        .join(),
    ).not.toContain('geheim');
    expect(readRegistrationDraft()).toEqual(draft);
  });

  it('[T111] is kept for a week', () => {
    saveRegistrationDraft(draft);
    vi.setSystemTime(Date.now() + 8 * 24 * 60 * 60_000);
    expect(readRegistrationDraft()).toBeNull();
    vi.useRealTimers();
  });
});

describe('changes of the profile', () => {
  it('contain only what changed, under the server’s names', () => {
    expect(toColumns({ cityId: null, styleIds: ['a'], isPaused: true })).toEqual({
      city_id: null,
      style_ids: ['a'],
      is_paused: true,
    });
  });

  it.each([
    ['whatsapp', 'whatsapp'],
    ['user_profiles_name_check', 'name'],
    ['teachers_instagram_check', 'instagram'],
    ['profile_image_url', 'imageUrl'],
    ['something', null],
    [null, null],
  ])('map the refusal detail %j to the field %s', (detail, field) => expect(toField(detail)).toBe(field));
});
