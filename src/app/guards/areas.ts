/** Whose place a page is (specification 000 §6; decisions 'Admin guards'). */
/** 'admin': restricted to administrators, others go to their own home. 'admin-area': others go to '/'. */
export type Area = 'student' | 'teacher' | 'admin' | 'admin-area';

/** Every page below /student, /teacher and /admin is guarded, whether or not it exists yet. */
export function areaOf(path: string): Area | null {
  // The router decodes and ignores case when it matches; so must the guard.
  const known = decode(path).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  if (known === '/admin/login') return null;
  if (known === '/admin/notifications') return 'admin';
  const [, first, second, third] = known.split('/');
  // The one public page below /student: somebody who switched it on.
  if (first === 'student' && second === 'profile' && third) return null;
  if (first === 'student' || first === 'teacher') return first;
  return first === 'admin' ? 'admin-area' : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
