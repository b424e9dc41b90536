import { lastFilters, searchFor, whenOf } from '@/features/teachers/search/search-for';
import type { Wish } from '@/outbox/commands/lesson-request-create';
import { useOwnRows } from '@/reads/own-rows';
import { useCatalog } from '@/reads/use-catalog';
import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';

type Sought = Pick<Wish, 'teacher_id' | 'dance_style_id' | 'preferred_days' | 'preferred_times'>;

/**
 * The search for other teachers of a request's style and times. In the city of its teacher, where the phone knows it,
 * else in the student's own, else in the last that was searched; `city` takes its place.
 */
export function useOtherSearch(sought: Sought, city?: string) {
  const { index } = useCatalog();
  const { styleName, cityName } = useNames();
  const ownCity = useOwnRows().rows?.profile?.city_id;
  const cityId = index.byId(sought.teacher_id)?.cityId ?? ownCity;
  const last = lastFilters();
  return searchFor({
    style: styleName(sought.dance_style_id) ?? last.style,
    city: city ?? ((cityId && cityName(cityId)) || last.city),
    when: whenOf(sought.preferred_days, sought.preferred_times),
  });
}

/** The way on from a request that has come to its end. */
export function OtherTeachers({ request }: { request: Sought }) {
  return (
    <div>
      <LinkButton to={useOtherSearch(request)} variant="outline">
        Ver outros professores
      </LinkButton>
    </div>
  );
}
