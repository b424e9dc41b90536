import { useId } from 'react';
import { LinkButton } from '@/ui/link-button';
import type { OwnProfile } from '../schema';
import { completenessOf } from './completeness';
import classes from './home.module.css';

const SHOWN = 3;

/** How complete the own profile is and what helps most next; nothing once it is whole. */
export function CompletenessCard({ profile, to }: { profile: OwnProfile; to: string }) {
  const { percent, missing, done, total } = completenessOf(profile);
  const title = useId();
  if (missing.length === 0) return null;
  return (
    <section className={classes.step} aria-labelledby={title}>
      <h2 id={title}>Complete seu perfil</h2>
      <div className={classes.meter}>
        <progress max={total} value={done} aria-labelledby={title} />
        <span>{percent}%</span>
      </div>
      <ul className={classes.missing}>
        {missing.slice(0, SHOWN).map(({ id, todo }) => (
          <li key={id}>{todo}</li>
        ))}
      </ul>
      <LinkButton to={to} variant="outline">
        Completar perfil
      </LinkButton>
    </section>
  );
}
