import { useId } from 'react';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import type { OwnProfile } from '../schema';
import { completenessOf } from './completeness';
import classes from './home.module.css';

const SHOWN = 3;

interface CompletenessCardProps {
  profile: OwnProfile;
  /** The page where the profile is edited. */
  to: '/teacher/profile' | '/student/profile-enhanced';
  /** On that page itself: lists everything that is missing. */
  isHere?: boolean;
}

/** Shows how complete the profile is and the most useful next steps, each a link to its field. A complete profile shows only in the editor. */
export function CompletenessCard({ profile, to, isHere = false }: CompletenessCardProps) {
  const { percent, missing, done, total } = completenessOf(profile);
  const title = useId();
  if (missing.length === 0 && !isHere) return null;
  return (
    <section className={classes.step} aria-labelledby={title}>
      <h2 id={title}>{missing.length === 0 ? 'Seu perfil está completo' : 'Complete seu perfil'}</h2>
      <div className={classes.meter}>
        <progress max={total} value={done} aria-labelledby={title} />
        <span>{percent}%</span>
      </div>
      {missing.length === 0 ? null : (
        <ul className={classes.missing}>
          {missing.slice(0, isHere ? total : SHOWN).map(({ id, todo }) => (
            <li key={id}>
              <Link to={`${to}#${id}`}>{todo}</Link>
            </li>
          ))}
        </ul>
      )}
      {isHere ? null : (
        <LinkButton to={to} variant="outline">
          Completar perfil
        </LinkButton>
      )}
    </section>
  );
}
