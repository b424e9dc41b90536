import { useState } from 'react';
import { useAlternatives } from '@/features/lessons/alternatives-query';
import { Alternatives } from '@/features/lessons/components/alternatives';
import type { ShownRequest } from '@/features/lessons/overlay';
import { useCardsOf } from '@/features/teachers/card-queries';
import { Portrait } from '@/features/teachers/cards/portrait';
import { Rating } from '@/features/teachers/cards/rating';
import { placeOf, teacherPath } from '@/features/teachers/cards/teacher-path';
import { useOtherSearch } from './other-teachers';

const BOX = { width: 56, height: 56 };
const NONE: string[] = [];

/** Other teachers for the wish of a request whose teacher is silent. */
export function Besides({ request }: { request: ShownRequest }) {
  const found = useAlternatives(request);
  const everywhere = useOtherSearch(request, '');
  const [kept, setKept] = useState<string[] | null>(null);
  const ids = kept ?? found.data ?? NONE;
  const cards = useCardsOf(ids);
  const isKnown = kept !== null || found.status === 'ready';
  return (
    <Alternatives
      request={request}
      status={isKnown ? cards.status : found.status}
      alternatives={cards.data.map((teacher) => ({
        id: teacher.id,
        name: teacher.name,
        imageUrl: teacher.imageUrl,
        path: teacherPath(teacher),
        about: (
          <>
            {placeOf(teacher)} · <Rating average={teacher.ratingAverage} count={teacher.ratingCount} />
          </>
        ),
      }))}
      portrait={(person) => <Portrait {...person} box={BOX} />}
      everywhere={everywhere}
      onAsk={() => setKept(ids)}
      onRetry={found.retry}
    />
  );
}
