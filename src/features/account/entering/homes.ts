import type { Role } from '@/auth/identity';

const HOMES = {
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Role, string>;

/** The start page of a role; without a role, the public start page. */
export function homeOf(role: Role | null): string {
  return role === null ? '/' : HOMES[role];
}
