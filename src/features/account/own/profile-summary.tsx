import type { ReactNode } from 'react';
import { phoneText } from '@/lib/phone';
import { interestLabels } from '@/ui/interests';
import { LinkButton } from '@/ui/link-button';
import type { OwnProfile } from '../schema';
import classes from './summary.module.css';

interface ProfileSummaryProps {
  profile: OwnProfile;
  cityName: string | null;
  styles: string[];
  portrait: ReactNode;
}

/** Shows the user's own profile, the public part apart from the private part. */
export function ProfileSummary({ profile, cityName, styles, portrait }: ProfileSummaryProps) {
  const { student } = profile;
  const lines: [string, string | null][] = [
    ['Cidade', cityName],
    ['Estilos', styles.join(', ') || null],
    ['Dança desde', student?.dancingSince?.toString() ?? null],
    ['O que procura', interestLabels(student?.interests ?? []).join(', ') || null],
    ['Sobre você', student?.bio ?? null],
  ];
  const own: [string, string | null][] = [
    ['E-mail', profile.email],
    ['WhatsApp', phoneText(profile.whatsapp)],
  ];
  return (
    <section className={classes.card} aria-label="Seus dados">
      <div className={classes.head}>
        {portrait}
        <div>
          <p className={classes.name}>{profile.name}</p>
          <LinkButton to="/student/profile-enhanced" variant="outline">
            Editar perfil
          </LinkButton>
        </div>
      </div>
      <Lines lines={lines} />
      <h2 className={classes.own}>Só você vê</h2>
      <Lines lines={own} />
    </section>
  );
}

function Lines({ lines }: { lines: [string, string | null][] }) {
  return (
    <dl className={classes.lines}>
      {lines.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-empty={text === null || undefined}>{text ?? 'Ainda não informado'}</dd>
        </div>
      ))}
    </dl>
  );
}
