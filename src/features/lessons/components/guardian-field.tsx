import type { ReactNode } from 'react';
import { GUARDIAN_RULES, GUARDIAN_TERMS, NOT_ACCEPTED } from '@/db/lessons/guardian-terms';
import { checkOf, type TeacherCheck } from '@/db/rows/checks';
import { checkedText } from '@/db/words/check-words';
import { firstName } from '@/lib/text';
import choices from '@/ui/choices.module.css';
import { ChoiceField } from './choice-field';
import classes from './requests.module.css';

interface AskedTeacher {
  name: string;
  checks: readonly TeacherCheck[];
}

interface GuardianFieldProps {
  id: string;
  teacher: AskedTeacher;
  /** Version of the accepted terms, NOT_ACCEPTED, or empty for lessons of the person's own. */
  value: string;
  /** Milliseconds since 1970. */
  now: number;
  error: string | undefined;
  onChange(value: string): void;
  /** Rendered for a teacher who may not be asked: others who may. */
  others?: ReactNode;
}

/** The choice between lessons of one's own and of a person under age, with the terms that a guardian accepts. */
export function GuardianField({ id, teacher, value, now, error, onChange, others }: GuardianFieldProps) {
  const isForMinor = value !== '';
  const background = checkOf(teacher.checks, 'background', now);
  const isRefused = isForMinor && !background;
  return (
    <>
      <ChoiceField
        legend="Para quem é a aula"
        name={id}
        single
        options={[
          ['own', 'Para mim'],
          ['minor', 'Para menor de idade'],
        ]}
        chosen={[isForMinor ? 'minor' : 'own']}
        onChange={([whose]) => onChange(whose === 'minor' ? value || NOT_ACCEPTED : '')}
        error={isRefused ? (error ?? null) : null}
      />
      {isRefused ? (
        <div className={classes.note} data-tone="refused">
          <p role="alert">
            {firstName(teacher.name)} não pode receber pedidos para menor agora: só pode quem teve os
            antecedentes conferidos pela equipe nos últimos seis meses. O que você escreveu fica guardado
            aqui.
          </p>
          {others}
        </div>
      ) : null}
      {isForMinor && background ? (
        <fieldset className={classes.terms} data-invalid={error ? true : undefined}>
          <legend>Aula para menor, pedida por responsável</legend>
          <p>{checkedText('background', background.month)} pela equipe.</p>
          <ul>
            {GUARDIAN_RULES.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          <p>Não perguntamos nome nem idade do menor: não escreva isso na mensagem.</p>
          <label className={classes.accept}>
            <input
              type="checkbox"
              checked={value === GUARDIAN_TERMS}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={(event) => onChange(event.currentTarget.checked ? GUARDIAN_TERMS : NOT_ACCEPTED)}
            />
            Sou responsável legal pelo menor e aceito estes termos
          </label>
          {error ? (
            <p id={`${id}-error`} className={choices.error}>
              {error}
            </p>
          ) : null}
        </fieldset>
      ) : null}
    </>
  );
}

/**
 * The reason why this choice cannot be sent now; undefined when it can. `value`: version of the accepted terms,
 * NOT_ACCEPTED, or empty for lessons of the person's own. `now`: milliseconds since 1970.
 */
export function guardianError(
  value: string,
  checks: readonly TeacherCheck[],
  now: number,
): string | undefined {
  if (value === '') return undefined;
  if (!checkOf(checks, 'background', now)) return 'Escolha “Para mim”, ou peça a outro professor';
  return value === GUARDIAN_TERMS ? undefined : 'Aceite os termos para pedir uma aula para menor';
}
