import { describe, expect, it } from 'vitest';
import { barEntries, entriesOf, HOME_OF } from './entries';

const brief = (entries: readonly { label: string; path: string }[]) =>
  entries.map(({ label, path }) => `${label} ${path}`);

describe('navigation of visitors', () => {
  it('has its six entries in order', () => {
    expect(brief(entriesOf('visitor'))).toEqual([
      'Encontrar Professor /search',
      'Comunidade /comunidade',
      'Seja Professor /cadastrar-professor',
      'Festival de Forró /festivais-forro',
      'Entrar /login',
      'Cadastrar /register',
    ]);
  });

  it('keeps the first four and Entrar in the bottom bar', () => {
    expect(brief(barEntries('visitor'))).toEqual(brief(entriesOf('visitor')).slice(0, 5));
  });

  it('shows no entries of other audiences', () => {
    expect(entriesOf('admin')).toEqual([]);
  });
});

describe('navigation of a signed-in person', () => {
  it('has the six entries of students, five of them in the bar', () => {
    const all = [
      'Início /student/home',
      'Buscar /search',
      'Comunidade /comunidade',
      'Pedidos /student/requests',
      'Perfil /student/profile-enhanced',
      'Notificações /student/notifications',
    ];
    expect(brief(entriesOf('student'))).toEqual(all);
    expect(brief(barEntries('student'))).toEqual(all.slice(0, 5));
  });

  it('has the six entries of teachers, five of them in the bar', () => {
    const all = [
      'Início /teacher/home',
      'Comunidade /comunidade',
      'Pedidos /teacher/requests',
      'Passos /biblioteca-passos',
      'Perfil /teacher/profile',
      'Notificações /teacher/notifications',
    ];
    expect(brief(entriesOf('teacher'))).toEqual(all);
    expect(brief(barEntries('teacher'))).toEqual(all.slice(0, 5));
  });
});

it('leads from the logo to the home of each audience', () => {
  expect(HOME_OF).toEqual({
    visitor: '/',
    student: '/student/home',
    teacher: '/teacher/home',
    admin: '/admin',
  });
});
