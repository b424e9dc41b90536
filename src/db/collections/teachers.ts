import type { TeacherRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredTeacher = StoredBase & TeacherRow;

export const teacherSchema = storedSchema<StoredTeacher>();
