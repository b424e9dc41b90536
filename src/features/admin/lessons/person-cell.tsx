import { Link } from '@/ui/link';

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
