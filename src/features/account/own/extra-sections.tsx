import type { ReactNode } from 'react';
import classes from './own.module.css';

/** The sections that come with the enhanced profile, set apart from everybody's. */
export function ExtraSections({ children }: { children: ReactNode }) {
  return (
    <fieldset className={classes.extra}>
      <legend>Perfil completo</legend>
      <p className={classes.hint}>
        Seções extras do seu apoio ao Danceflix. Obrigado por dançar com a gente!
      </p>
      {children}
    </fieldset>
  );
}
