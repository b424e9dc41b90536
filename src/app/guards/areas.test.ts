import { describe, expect, it } from 'vitest';
import type { Identity, IdentityState, Role } from '@/auth/identity';
import { areaOf } from './areas';
import { judge } from './judge';

const OUT: IdentityState = { status: 'signed-out', identity: null, ended: null };

function as(role: Role | null, state: Identity['state'] = 'active'): IdentityState {
  const identity = { userId: 'u', email: 'a@b.c', role, name: 'A', imageUrl: null, state, termsDue: null };
  return { status: 'signed-in', identity, ended: null };
}

describe('the area of a page', () => {
  it.each([
    ['/student/home', 'student'],
    ['/student', 'student'],
    ['/Student/Home/', 'student'],
    ['/%73tudent/home', 'student'],
    ['/teacher/requests', 'teacher'],
    ['/admin', 'admin-area'],
    ['/admin/blog/new', 'admin-area'],
    ['/admin/notifications', 'admin'],
    ['/admin/login', null],
    ['/student/profile', 'student'],
    ['/student/profile/', 'student'],
    ['/student/profile-preview', 'student'],
    ['/student/profile/:slugOrId', null],
    ['/Student//profile/ana-souza/', null],
    ['/teachers/marina-couto', null],
    ['/search', null],
    ['/', null],
    ['/%E0%A4%A', null],
  ])('%s', (path, area) => expect(areaOf(path)).toBe(area));
});

describe('who may enter', () => {
  it('sends visitors to the login of the area, with the way back and the role', () => {
    expect(judge('student', OUT, '/student/requests')).toEqual({
      kind: 'away',
      to: '/login?redirect=%2Fstudent%2Frequests&role=student',
      reason: 'signedOut',
    });
    expect(judge('admin-area', OUT, '/admin/teachers')).toEqual({
      kind: 'away',
      to: '/admin/login?redirect=%2Fadmin%2Fteachers&role=admin',
      reason: 'signedOut',
    });
  });

  it('lets visitors, and only them beside the area’s own role, into a page that is open to them', () => {
    const here = '/student/requests/new';
    expect(judge('student', OUT, here, true)).toEqual({ kind: 'enter' });
    expect(judge('student', as('student'), here, true)).toEqual({ kind: 'enter' });
    expect(judge('student', as('teacher'), here, true)).toMatchObject({
      to: '/teacher/home',
      reason: 'student',
    });
    expect(judge('student', as('student', 'registering'), here, true)).toMatchObject({
      reason: 'registering',
    });
    expect(judge('student', { ...OUT, status: 'checking' }, here, true)).toEqual({ kind: 'wait' });
  });

  it('lets the area’s own role in', () => {
    for (const role of ['student', 'teacher', 'admin'] as const) {
      expect(judge(role, as(role), '/x')).toEqual({ kind: 'enter' });
    }
    expect(judge('admin-area', as('admin'), '/admin')).toEqual({ kind: 'enter' });
  });

  it.each([
    ['teacher', 'student', '/student/home', 'teacher'],
    ['student', 'teacher', '/teacher/home', 'student'],
    ['student', 'admin', '/admin', 'student'],
    ['student', null, '/', 'student'],
    ['admin', 'student', '/student/home', 'admin'],
    ['admin', 'teacher', '/teacher/home', 'admin'],
    ['admin-area', 'student', '/', 'adminArea'],
    ['admin-area', 'teacher', '/', 'adminArea'],
  ] as const)('turns away from %s a person who is %s', (area, role, to, reason) => {
    expect(judge(area, as(role), '/x')).toEqual({ kind: 'away', to, reason });
  });

  it('leads a person without a profile to its completion', () => {
    expect(judge('student', as('student', 'registering'), '/student/home')).toMatchObject({
      to: '/register?redirect=%2Fstudent%2Fhome',
      reason: 'registering',
    });
  });

  it('waits while a link is being checked', () => {
    expect(judge('student', { ...OUT, status: 'checking' }, '/student/home')).toEqual({ kind: 'wait' });
  });
});
