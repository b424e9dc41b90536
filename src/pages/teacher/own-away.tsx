import { approvalOf } from '@/features/account/own/approval';
import { useOwnProfile } from '@/features/account/queries';
import requests from '@/features/lessons/components/requests.module.css';
import { Link } from '@/ui/link';

/** Tells a teacher, beside an open request, that the own page is not shown now, and what that changes. */
export function OwnAway() {
  const teacher = useOwnProfile().data?.teacher;
  if (!teacher || approvalOf(teacher) === 'approved' || approvalOf(teacher) === 'waiting') return null;
  return (
    <p className={requests.note} role="status">
      Seu perfil está fora da busca agora. Este pedido e suas aulas continuam valendo.{' '}
      <Link to="/teacher/profile">Ver por quê</Link>
    </p>
  );
}
