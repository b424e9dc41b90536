import { describe, expect, it } from 'vitest';
import { PAGES } from '../routes';
import { barEntries, HOME_OF, NAV_ENTRIES, visibleEntries } from './entries';

const everyPage = new Set<string>(NAV_ENTRIES.map(({ path }) => path));
const brief = (entries: readonly { label: string; path: string }[]) =>
  entries.map(({ label, path }) => `${label} ${path}`);

describe('navigation of visitors', () => {
  it('has its six entries in order once every page exists', () => {
    expect(brief(visibleEntries('visitor', everyPage))).toEqual([
      'Encontrar Professor /search',
      'Comunidade /comunidade',
      'Seja Professor /cadastrar-professor',
      'Festival de Forró /festivais-forro',
      'Entrar /login',
      'Cadastrar /register',
    ]);
  });

  it('keeps the first four and Entrar in the bottom bar', () => {
    expect(brief(barEntries('visitor', everyPage))).toEqual(
      brief(visibleEntries('visitor', everyPage)).slice(0, 5),
    );
  });

  it('shows an entry only when its page exists', () => {
    expect(brief(visibleEntries('visitor', new Set(['/search', '/login'])))).toEqual([
      'Encontrar Professor /search',
      'Entrar /login',
    ]);
  });

  it('leads only to pages of the route table', () => {
    for (const { path } of visibleEntries('visitor', PAGES)) expect(PAGES).toContain(path);
    expect(PAGES).toContain('/search');
  });

  it('shows no entries of other audiences', () => {
    expect(visibleEntries('admin', everyPage)).toEqual([]);
  });
});

describe('navigation of who is signed in', () => {
  it('has the six entries of students, five of them in the bar', () => {
    const all = [
      'Início /student/home',
      'Buscar /search',
      'Comunidade /comunidade',
      'Pedidos /student/requests',
      'Perfil /student/profile-enhanced',
      'Notificações /student/notifications',
    ];
    expect(brief(visibleEntries('student', everyPage))).toEqual(all);
    expect(brief(barEntries('student', everyPage))).toEqual(all.slice(0, 5));
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
    expect(brief(visibleEntries('teacher', everyPage))).toEqual(all);
    expect(brief(barEntries('teacher', everyPage))).toEqual(all.slice(0, 5));
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
