import type { LessonRequestRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredLessonRequest = StoredBase & LessonRequestRow;

export const lessonRequestSchema = storedSchema<StoredLessonRequest>();
