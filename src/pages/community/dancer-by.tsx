import { DancerView } from '@/features/dancers/components/dancer-view';
import { Portrait } from '@/features/teachers/components/portrait';
import { useCities, useDanceStyles } from '@/features/teachers/queries';
import NotFoundPage from '../public/not-found-page';

const BOX = { width: 160, height: 160 };

/** The page of a dancer under either of its addresses. */
export function DancerBy({ slugOrId }: { slugOrId: string }) {
  const cities = useCities();
  const styles = useDanceStyles();
  return (
    <DancerView
      key={slugOrId}
      slugOrId={slugOrId}
      cities={cities.items}
      styles={styles.items}
      portrait={({ id, name, imageUrl }, className) => (
        <Portrait id={id} name={name} imageUrl={imageUrl} className={className} box={BOX} eager />
      )}
      missing={<NotFoundPage />}
    />
  );
}
