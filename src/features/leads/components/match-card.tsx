import { LinkButton } from '@/ui/link-button';
import { APP_LINK } from '@/ui/use-link-clicks';
import type { Match } from '../schema';
import classes from './leads.module.css';

/** Specification 001 §9: 80 or more is green, 60 or more is yellow, otherwise red. */
export function toneOf(percentage: number): 'green' | 'yellow' | 'red' {
  if (percentage >= 80) return 'green';
  return percentage >= 60 ? 'yellow' : 'red';
}

/** Percentage, justification and profile link of one match. */
export function MatchCard({ match }: { match: Match }) {
  return (
    <>
      <p className={classes.percentage} data-tone={toneOf(match.matchPercentage)}>
        <strong>{match.matchPercentage}%</strong> compatível
      </p>
      <p className={classes.justification}>{match.justification}</p>
      <LinkButton
        to={`/teachers/${encodeURIComponent(match.teacherId)}`}
        fullWidth
        className={classes.open ?? ''}
        {...APP_LINK}
      >
        Ver Perfil e Agendar Aula
      </LinkButton>
    </>
  );
}
