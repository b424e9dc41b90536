import { Link } from '@/ui/link';
import { useOwnProfile } from '../queries';
import classes from './whatsapp-offer.module.css';

/** For a teacher without a WhatsApp: what the student `name` will see after the acceptance. */
export function EmailNote({ name }: { name: string }) {
  const { data: profile } = useOwnProfile();
  if (!profile || profile.whatsapp) return null;
  return (
    <div className={classes.offer}>
      <p>Você não informou um WhatsApp: se aceitar, {name} vê o seu e-mail.</p>
      <Link to="/teacher/profile">Adicionar WhatsApp</Link>
    </div>
  );
}
