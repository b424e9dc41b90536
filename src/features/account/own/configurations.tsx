import type { ReactNode } from 'react';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { PageHeading } from '@/ui/page-heading';
import ThemeChoiceField from '@/ui/theme-choice';
import { NotificationPreferences } from '../notifications/notification-preferences';
import { useOwnProfile } from '../queries';
import { DeleteAccount } from './delete-account';
import { MyData } from './my-data';
import classes from './own.module.css';
import { OwnProfileFallback } from './own-profile-fallback';
import { PasswordForm } from './password-form';

interface ConfigurationsProps {
  /** The page where users edit their profile. */
  profilePath: Href;
  /** The switch for push notifications on this phone. */
  push: ReactNode;
}

/** The settings of the user's own account. */
export function Configurations({ profilePath, push }: ConfigurationsProps) {
  const { status, data: profile } = useOwnProfile();
  return (
    <>
      <PageHeading>Configurações</PageHeading>
      {profile ? (
        <>
          <Section title="Perfil">
            <p>Sua foto, seus dados e o que os outros veem de você têm uma página própria.</p>
            <div>
              <LinkButton to={profilePath} variant="outline">
                Editar perfil
              </LinkButton>
            </div>
          </Section>
          {push}
          <Section title="O que avisar">
            <NotificationPreferences muted={profile.mutedNotifications} />
          </Section>
          <Section title="Aparência">
            <ThemeChoiceField />
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
