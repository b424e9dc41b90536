import type { ReactNode } from 'react';
import { useIdentity } from '@/auth/identity';
import { LinkButton } from '@/ui/link-button';
import { useOwnProfile } from '../queries';
import { CompletenessCard } from './completeness-card';
import { Greeting, Step } from './home';
import classes from './home.module.css';

/** The students' start page with the next steps, from data on the phone. `requests` draws their lesson requests. */
export function StudentHome({ requests }: { requests?: ReactNode }) {
  const { identity } = useIdentity();
  const { data: profile } = useOwnProfile();
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
            <LinkButton to="/encontrar-professor" variant="white">
              Receber uma indicação
            </LinkButton>
          </>
        }
      />
      <div className={classes.steps}>
        {requests}
        <Step
          title="Caderno"
          text="Anotações das aulas, dever de casa e os passos para treinar hoje, também sem internet."
          to="/student/notebook"
          action="Abrir o caderno"
        />
        <Step
          title="Meus professores"
          text="Os professores que você salvou, também sem internet."
          to="/student/favourites"
          action="Ver meus professores"
        />
        <Step
          title="Seu progresso"
          text="Aulas, estilos, semanas seguidas e o que disseram de você. Abre também sem internet."
          to="/student/progresso"
          action="Ver meu progresso"
        />
        <Step
          title="Dicas para dançar melhor"
          text="Da primeira aula ao primeiro baile: ideias curtas para ler antes de sair de casa."
          to="/student/tips"
          action="Ler as dicas"
        />
        {profile ? <CompletenessCard profile={profile} to="/student/profile-enhanced" /> : null}
        <Step
          title="Sua conta"
          text="Mude sua senha, veja tudo o que guardamos sobre você e decida o que fica."
          to="/student/configurations"
          action="Abrir configurações"
        />
      </div>
    </>
  );
}
