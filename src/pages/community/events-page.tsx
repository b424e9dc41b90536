import { useIdentity } from '@/auth/identity';
import { EventAgenda } from '@/features/events/components/event-agenda';
import { eventPath } from '@/features/events/components/event-card';
import { type DanceEvent, writtenIn } from '@/features/events/schema';
import { ReportButton } from '@/features/reports/components/report-button';
import { siteAddress } from '@/lib/site';
import { useAuthorTag } from '@/reads/author-tag';
import { Page } from '@/ui/page';
import { ShareButton } from '@/ui/share-button';

export default function EventsPage() {
  return (
    <Page>
      <EventAgenda
        share={(event) => (
          <ShareButton
            title={event.title}
            text={`Olha este evento no Danceflix: ${event.title}`}
            url={siteAddress(eventPath(event))}
          />
        )}
        report={(event) => <ReportEvent event={event} />}
      />
    </Page>
  );
}

/** Nothing on an own event. */
function ReportEvent({ event }: { event: DanceEvent }) {
  const { identity } = useIdentity();
  const own = useAuthorTag(identity?.userId ?? null);
  if (own !== null && own === event.authorTag) return null;
  return <ReportButton what="event" targetId={event.id} level={2} seen={writtenIn(event)} />;
}
