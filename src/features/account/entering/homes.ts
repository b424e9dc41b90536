import type { Role } from '@/auth/identity';
import type { PagePath } from '@/lib/paths';

const HOMES = {
  student: '/student/home',
  teacher: '/teacher/home',
  admin: '/admin',
} as const satisfies Record<Role, PagePath>;

/** The start page of a role; without a role, the public start page. */
export function homeOf(role: Role | null): PagePath {
  return role === null ? '/' : HOMES[role];
}
