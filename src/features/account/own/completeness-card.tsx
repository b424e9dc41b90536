import { useId } from 'react';
import type { Href } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import type { OwnProfile } from '../schema';
import { completenessOf } from './completeness';
import classes from './home.module.css';

const SHOWN = 3;

interface CompletenessCardProps {
  profile: OwnProfile;
  /** The page where the profile is edited; null on that page, which lists everything that is missing. */
  to: Href | null;
}

/** Shows how complete the profile is and the most useful next step. A complete profile shows only in the editor. */
export function CompletenessCard({ profile, to }: CompletenessCardProps) {
  const { percent, missing, done, total } = completenessOf(profile);
  const title = useId();
  if (missing.length === 0 && to !== null) return null;
  return (
    <section className={classes.step} aria-labelledby={title}>
      <h2 id={title}>{missing.length === 0 ? 'Seu perfil está completo' : 'Complete seu perfil'}</h2>
      <div className={classes.meter}>
        <progress max={total} value={done} aria-labelledby={title} />
        <span>{percent}%</span>
      </div>
      {missing.length === 0 ? null : (
        <ul className={classes.missing}>
          {missing.slice(0, to === null ? total : SHOWN).map(({ id, todo }) => (
            <li key={id}>{todo}</li>
          ))}
        </ul>
      )}
      {to === null ? null : (
        <LinkButton to={to} variant="outline">
          Completar perfil
        </LinkButton>
      )}
    </section>
  );
}
