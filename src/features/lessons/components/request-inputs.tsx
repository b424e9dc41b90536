import type { ReactNode } from 'react';
import { DAYS, TIMES } from '@/db/rows/availability';
import type { TeacherCheck } from '@/db/rows/checks';
import type { WishName } from '@/db/rows/wish-fields';
import { daysOffered, timesOffered } from '@/db/words/half-days';
import { TextAreaField } from '@/ui/fields';
import type { RequestDraft } from '../request-draft';
import { daysText, LONGEST, timesText } from '../texts';
import { GuardianField } from './guardian-field';
import { SlotsField } from './slots-field';

export interface AskedTeacher {
  id: string;
  name: string;
  styles: readonly { id: string; name: string }[];
  /** When the teacher gives lessons, as 'sabado-manha'; empty where that is not said. */
  availability: readonly string[];
  /** The team's checks, ended ones too. */
  checks: readonly TeacherCheck[];
}

interface InputProps {
  id: string;
  teacher: AskedTeacher;
  draft: RequestDraft;
  error: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** Others who may be asked for a person under age. */
  others: ReactNode;
  change(part: Partial<RequestDraft>): void;
}

/** One input for each field of a wish, in the order of the form: a field without one does not compile. */
export const INPUTS: Record<WishName, (props: InputProps) => ReactNode> = {
  guardian: ({ id, teacher, draft, error, now, others, change }) => (
    <GuardianField
      id={id}
      teacher={teacher}
      value={draft.guardian}
      now={now}
      error={error}
      onChange={(guardian) => change({ guardian })}
      others={others}
    />
  ),
  days: ({ teacher, draft, change }) => (
    <SlotsField
      legend="Dias"
      meaning={daysText(draft.days)}
      options={Object.entries(DAYS)}
      initials
      offered={offeredDays(teacher)}
      chosen={draft.days}
      onChange={(days) => change({ days })}
    />
  ),
  times: ({ teacher, draft, change }) => (
    <SlotsField
      legend="Horários"
      meaning={timesText(draft.times)}
      options={Object.entries(TIMES)}
      offered={timesOffered(teacher.availability)}
      chosen={draft.times}
      onChange={(times) => change({ times })}
    />
  ),
  message: ({ id, draft, change }) => (
    <TextAreaField
      id={id}
      label="Mensagem (opcional)"
      description={`Conte o que você quer aprender. ${draft.message.length} de ${LONGEST.message} caracteres.`}
      maxLength={LONGEST.message}
      value={draft.message}
      onChange={(event) => change({ message: event.currentTarget.value })}
    />
  ),
};

const offeredDays = ({ availability }: AskedTeacher): string[] =>
  daysOffered(availability).map(({ day }) => day);
