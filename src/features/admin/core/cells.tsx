import type { ReactNode } from 'react';
import { Link } from '@/ui/link';
import classes from './core.module.css';

export type Tone = 'good' | 'wait' | 'bad' | 'special' | 'plain';

/** A label that shows a state in one or two words. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}

interface Named {
  id: string;
  name: string;
  role?: string | undefined;
}

/** Shows a person's name; a teacher's name links to the administration's page about them. */
export function PersonCell({ person }: { person: Named | null }) {
  if (!person) return 'Conta removida';
  return person.role === 'teacher' ? (
    <Link to={`/admin/teachers/${person.id}`}>{person.name}</Link>
  ) : (
    person.name
  );
}

export const nameOf = (person: Named | null): string => person?.name ?? 'Conta removida';
