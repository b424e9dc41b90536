import type { ReactNode } from 'react';
import { useIdentity } from '@/auth/identity';
import { useHasPage } from '@/ui/known-paths';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { CompletenessCard } from './completeness-card';
import { Greeting, Step } from './home';
import classes from './home.module.css';

/** Where students begin: the next thing to do, from what the phone knows. `requests`: what waits of their lessons. */
export function StudentHome({ requests }: { requests?: ReactNode }) {
  const { identity } = useIdentity();
  const { profile } = useOwnProfile();
  const matching = useHasPage('/encontrar-professor');
  return (
    <>
      <Greeting
        name={profile?.name ?? identity?.name ?? ''}
        text="O que você quer dançar hoje?"
        actions={
          <>
            <LinkButton to="/search" variant="white">
              Encontrar um professor
            </LinkButton>
            {matching ? (
              <LinkButton to="/encontrar-professor" variant="white">
                Receber uma indicação
              </LinkButton>
            ) : null}
          </>
        }
      />
      <div className={classes.steps}>
        {profile ? <CompletenessCard profile={profile} to="/student/configurations" /> : null}
        {requests}
        <Step
          title="Meus professores"
          text="Quem você guardou com o coração, também sem internet."
          to="/student/favourites"
          action="Ver meus professores"
        />
        <Step
          title="Sua conta"
          text="Mude seus dados, sua foto e sua senha, e veja tudo o que guardamos sobre você."
          to="/student/configurations"
          action="Abrir configurações"
        />
      </div>
    </>
  );
}
