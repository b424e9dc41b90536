import type { Role } from '@/auth/identity';

const HOMES = {
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Role, string>;

/** Where a person begins: the home of the role, or the public one when there is none. */
export function homeOf(role: Role | null): string {
  return role === null ? '/' : HOMES[role];
}
