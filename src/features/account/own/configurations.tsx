import type { ReactNode } from 'react';
import { PageHeading } from '@/ui/page-heading';
import { useOwnProfile } from '../queries';
import { DeleteAccount } from './delete-account';
import { MyData } from './my-data';
import classes from './own.module.css';
import { OwnProfileFallback } from './own-profile-fallback';
import { PasswordForm } from './password-form';
import { PictureField } from './picture-field';
import { type Names, ProfileForm } from './profile-form';

interface ConfigurationsProps {
  cities: Names;
  styles: Names;
  /** Draws somebody's picture, or the initials without one. */
  portrait(person: { id: string; name: string; imageUrl: string | null }): ReactNode;
}

/** Everything that people decide about their own account. */
export function Configurations({ cities, styles, portrait }: ConfigurationsProps) {
  const { status, profile } = useOwnProfile();
  return (
    <>
      <PageHeading>Configurações</PageHeading>
      {profile ? (
        <>
          <Section title="Foto">
            <PictureField
              imageUrl={profile.imageUrl}
              portrait={(imageUrl) => portrait({ id: profile.id, name: profile.name, imageUrl })}
            />
          </Section>
          <Section title="Perfil">
            <ProfileForm key={profile.id} profile={profile} cities={cities} styles={styles} />
          </Section>
          <Section title="Senha">
            <PasswordForm email={profile.email} />
          </Section>
          <Section title="Meus dados">
            <MyData />
          </Section>
          <Section title="Excluir conta">
            <DeleteAccount role={profile.role} />
          </Section>
        </>
      ) : (
        <OwnProfileFallback status={status} />
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
