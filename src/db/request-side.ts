export type RequestSide = 'student' | 'teacher';
