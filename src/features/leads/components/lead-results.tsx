import type { ReactNode } from 'react';
import { inPlace } from '@/lib/portuguese';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import type { CurrentLead } from '../current-lead';
import type { LeadResults as Results } from '../queries';
import type { Match } from '../schema';
import { LeadNote } from './lead-note';
import classes from './leads.module.css';
import { MatchCard } from './match-card';

const FORM = '/encontrar-professor';
const ERRORS = {
  missing: 'Dados da análise não encontrados',
  unprocessed: 'Análise da IA ainda não foi processada',
  failed: 'Não conseguimos ler o resultado. Tente de novo em instantes.',
} as const;

/** Renders the teacher of a match around its text; nothing for a teacher who is no longer listed. */
export type RenderTeacher = (teacherId: string, title: string, children: ReactNode) => ReactNode;

interface LeadResultsProps {
  lead: CurrentLead;
  results: Results;
  renderTeacher: RenderTeacher;
  /** The offer to be told of teachers. */
  alert: ReactNode;
  /** Says that nobody teaches at all; null where somebody does. */
  nobody: ReactNode;
  /** Says that nobody was found, and who teaches near by or online. */
  nobodyThere: ReactNode;
  /** Who teaches near by or online. */
  nearby: ReactNode;
}

/** The two matched teachers, or why there are none. */
export function LeadResults(props: LeadResultsProps) {
  const { lead, results, renderTeacher, alert, nobody, nobodyThere, nearby } = props;
  if (nobody && results.kind !== 'refused') return nobody;
  if (results.kind === 'loading') return <LoadingResults />;
  if (results.kind === 'error') {
    return (
      <Notice
        level={1}
        role="alert"
        title="Oops! Algo deu errado"
        text={ERRORS[results.reason]}
        action={<LinkButton to={FORM}>Tentar novamente</LinkButton>}
      />
    );
  }
  if (results.kind === 'refused') {
    return (
      <Notice
        level={1}
        role="alert"
        title="Seu pedido não foi aceito"
        text="Confira os dados e envie de novo. O que você escreveu continua no formulário."
        action={<LinkButton to={FORM}>Voltar ao formulário</LinkButton>}
      />
    );
  }
  if (results.kind === 'waiting') {
    return (
      <Notice
        level={1}
        role="status"
        title="Seu pedido está salvo"
        text="Sem conexão e sem professores salvos neste aparelho, ainda não dá para indicar ninguém. Seu pedido vai sozinho quando a internet voltar, e o resultado aparece aqui."
        action={<LinkButton to="/search">Buscar professores</LinkButton>}
      />
    );
  }
  const { cityMatch, brazilMatch } = results.analysis;
  if (!cityMatch && !brazilMatch) {
    if (results.blocked.length === 0) return nobodyThere;
    return (
      <Notice
        level={1}
        title="Ainda não encontramos um professor para você"
        text="Fora quem você bloqueou, ninguém combina com o seu pedido por enquanto. Peça um aviso e fique sabendo quando houver."
        action={
          <>
            {alert}
            <LinkButton to="/search" variant="outline">
              Buscar professores
            </LinkButton>
          </>
        }
      />
    );
  }
  const card = (title: string, match: Match) =>
    renderTeacher(match.teacherId, title, <MatchCard match={match} />);
  return (
    <div className={classes.results}>
      <div className={classes.intro}>
        <PageHeading>Encontramos para você</PageHeading>
        <p>
          {lead.estilo} {inPlace(lead.cidade)}
        </p>
      </div>
      {results.source === 'preview' ? (
        <LeadNote kind="offline">
          <strong>Prévia feita no seu celular.</strong> Seu pedido está salvo e vai sozinho quando a internet
          voltar; aí a indicação é completada aqui.
        </LeadNote>
      ) : null}
      {results.refined ? (
        <LeadNote kind="success">
          Conexão de volta: sua indicação foi atualizada com a análise completa.
        </LeadNote>
      ) : null}
      {cityMatch ? null : (
        <LeadNote kind="info">
          {results.blocked.includes('cityMatch')
            ? `Só encontramos ${inPlace(lead.cidade)} quem você bloqueou.`
            : `Ainda não há professores ${inPlace(lead.cidade)}.`}{' '}
          Esta é a melhor indicação de outra cidade.
        </LeadNote>
      )}
      <div className={classes.cards}>
        {cityMatch ? card('Melhor da Sua Cidade', cityMatch) : null}
        {brazilMatch ? card('Melhor do Brasil', brazilMatch) : null}
      </div>
      {cityMatch ? null : (
        <>
          {nearby}
          <div className={classes.again}>{alert}</div>
        </>
      )}
      <p className={classes.again}>
        <LinkButton to={FORM} variant="subtle">
          Procurar de novo
        </LinkButton>
      </p>
    </div>
  );
}

function LoadingResults() {
  return (
    <div className={classes.results} aria-busy="true">
      <div className={classes.intro}>
        <PageHeading>Encontramos para você</PageHeading>
        <p role="status">Lendo o resultado…</p>
      </div>
      <div className={classes.cards} aria-hidden="true">
        <div className={classes.skeleton} />
        <div className={classes.skeleton} />
      </div>
    </div>
  );
}
