import { useMyCity } from '@/reads/my-city';
import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { isStale } from '../confirmed';
import { byCity } from '../filters';
import { useUpcomingEvents } from '../queries';
import { EventCards } from './event-months';
import { EventsFallback } from './events-fallback';

/**
 * The next few events, for pages about other things; those of the own city first. Without series that were not confirmed
 * for long: the agenda has them, with what to do.
 */
export function NextEvents({ count }: { count: number }) {
  const { status, data: events, now, retry } = useUpcomingEvents();
  const names = useNames();
  const { name: own } = useMyCity();
  if (status !== 'ready') return <EventsFallback status={status} retry={retry} />;
  if (events.length === 0) {
    return (
      <Notice
        title="A agenda está vazia por enquanto"
        text="Assim que houver um baile ou um festival marcado, ele aparece aqui. Sabe de algum? Divulgue."
        action={<LinkButton to="/comunidade/divulgar">Divulgar um baile</LinkButton>}
      />
    );
  }
  const { near, far } = byCity(
    events.filter((event) => !isStale(event, now)),
    own,
    names,
  );
  return <EventCards events={[...near, ...far].slice(0, count)} names={names} now={now} />;
}
