import { useMemo } from 'react';
import { dayNumber } from '@/db/rows/listed-checks';
import { alternativesTo } from '@/db/search/alternatives';
import requests from '@/features/lessons/components/requests.module.css';
import { useRequests } from '@/features/lessons/queries';
import { useCardsOf } from '@/features/teachers/card-queries';
import { placeOf } from '@/features/teachers/cards/teacher-path';
import type { TeacherCard } from '@/features/teachers/schema';
import type { Wish } from '@/outbox/commands/lesson-request-create';
import { useOwnRows } from '@/reads/own-rows';
import { useCatalog } from '@/reads/use-catalog';
import { Link } from '@/ui/link';
import { useNow } from '@/ui/use-now';
import { useOtherSearch } from './other-teachers';
import classes from './student-pages.module.css';

const NONE: string[] = [];

interface CheckedTeachersProps {
  wish: Wish;
  /** Called before the form of the chosen teacher opens. */
  onTake(teacherId: string): void;
}

/** Teachers who may be asked for a person under age, as alternatives are found; from this phone's listings only. */
export function CheckedTeachers({ wish, onTake }: CheckedTeachersProps) {
  const { phase, index, hidden } = useCatalog();
  const { data: own } = useRequests();
  const cityId = useOwnRows().rows?.profile?.city_id ?? null;
  const today = dayNumber(useNow());
  const key = JSON.stringify(wish);
  const ids = useMemo(() => {
    if (phase !== 'complete') return NONE;
    const request: Wish = JSON.parse(key);
    return alternativesTo(request, { index, own, hidden, cityId, today });
  }, [phase, index, own, hidden, cityId, today, key]);
  const { data: teachers } = useCardsOf(ids);
  const more = useOtherSearch(wish);
  return (
    <>
      {teachers.length > 0 ? <List teachers={teachers} onTake={onTake} /> : null}
      <Link className={requests.plain} to={more}>
        Procurar outros professores
      </Link>
    </>
  );
}

function List({
  teachers,
  onTake,
}: Pick<CheckedTeachersProps, 'onTake'> & { teachers: readonly TeacherCard[] }) {
  return (
    <>
      <p>Podem receber este pedido, com o que você já preencheu:</p>
      <ul className={classes.checked}>
        {teachers.map((teacher) => (
          <li key={teacher.id}>
            <Link
              to={`/student/requests/new?professor=${encodeURIComponent(teacher.slug ?? teacher.id)}`}
              onClick={() => onTake(teacher.id)}
            >
              {teacher.name}
            </Link>{' '}
            · {placeOf(teacher)}
          </li>
        ))}
      </ul>
    </>
  );
}
