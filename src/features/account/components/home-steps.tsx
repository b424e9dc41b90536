import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { ChevronRightIcon } from '@/ui/icons/chevron-right-icon';
import { KnownPaths } from '@/ui/known-paths';
import classes from './home-steps.module.css';

export interface HomeStep {
  to: string;
  title: string;
  text: string;
}

/** What to do next, as far as the pages exist. */
export function HomeSteps({ steps }: { steps: readonly HomeStep[] }) {
  const pages = useContext(KnownPaths);
  return (
    <section className={classes.steps} aria-labelledby="next-steps">
      <h2 id="next-steps">Próximos passos</h2>
      <ul>
        {steps
          .filter(({ to }) => pages.has(to))
          .map(({ to, title, text }) => (
            <li key={to}>
              <Link to={to} className={classes.step}>
                <span>
                  <strong>{title}</strong>
                  <span className={classes.text}>{text}</span>
                </span>
                <ChevronRightIcon />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
