import type { ReactNode } from 'react';
import classes from './own.module.css';

/** The sections of the enhanced profile, set apart from the fields that every profile has. */
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
