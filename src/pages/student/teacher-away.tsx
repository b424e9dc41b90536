import requests from '@/features/lessons/components/requests.module.css';
import { useIsUnlisted } from '@/features/teachers/teacher-query';

interface TeacherAwayProps {
  id: string;
  /** The first name. */
  name: string;
}

/** Tells a student that the teacher of an open request is not shown now, and what that changes. */
export function TeacherAway({ id, name }: TeacherAwayProps) {
  if (!useIsUnlisted(id)) return null;
  return (
    <p className={requests.note} role="status">
      O perfil de {name} está fora da busca agora. O que vocês combinaram continua valendo.
    </p>
  );
}
