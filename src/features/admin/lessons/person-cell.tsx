import { Link } from '@/ui/link';

interface Named {
  id: string;
  name: string;
  role?: string | undefined;
}

/** A person's name, for teachers with the way to their page of the administration. */
export function PersonCell({ person }: { person: Named | null }) {
  if (!person) return 'Conta removida';
  return person.role === 'teacher' ? (
    <Link to={`/admin/teachers/${person.id}`}>{person.name}</Link>
  ) : (
    person.name
  );
}

export const nameOf = (person: Named | null): string => person?.name ?? 'Conta removida';
