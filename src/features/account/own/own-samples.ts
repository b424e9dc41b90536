/** Sample profiles for the tests of this folder. */
import { fieldsFrom, fieldsOfRole } from '@/db/rows/profile-fields';
import type { OwnProfile, OwnStudent, OwnTeacher } from '../schema';

export const STUDENT: OwnProfile = {
  id: '6a0f4f0c-0000-4000-8000-000000000001',
  name: 'Ana Souza',
  email: 'ana@example.test',
  role: 'student',
  whatsapp: '+5527900001234',
  cityId: 'city-1',
  imageUrl: '/storage/v1/object/public/profile-images/6a0f4f0c-0000-4000-8000-000000000001/a.webp',
  styleIds: ['style-1'],
  teacher: null,
  student: {
    ...fieldsFrom({}, fieldsOfRole('student')),
    slug: null,
  },
  benefits: [],
  mutedNotifications: [],
  version: 7,
  createdAt: '2026-11-01T12:00:00Z',
};

export const TEACHER: OwnProfile = {
  ...STUDENT,
  id: '6a0f4f0c-0000-4000-8000-000000000002',
  name: 'Marina Couto',
  role: 'teacher',
  student: null,
  teacher: {
    ...fieldsFrom({}, fieldsOfRole('teacher')),
    bio: 'Aulas com calma.',
    experience: 'Dez anos.',
    neighborhood: 'Centro',
    instagram: 'marina',
    modalities: ['particular'],
    isActive: true,
    isFeatured: false,
    approvedAt: '2026-11-03T12:00:00Z',
    checks: [{ kind: 'identity', month: '2026-11', until: '2028-11-03' }],
    slug: 'marina-couto',
    adjustment: null,
  },
};

export function teacherWith(part: Partial<OwnTeacher>): OwnProfile {
  return { ...TEACHER, teacher: TEACHER.teacher && { ...TEACHER.teacher, ...part } };
}

export function studentWith(part: Partial<OwnStudent>): OwnProfile {
  return { ...STUDENT, student: STUDENT.student && { ...STUDENT.student, ...part } };
}
