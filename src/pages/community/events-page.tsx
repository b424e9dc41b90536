import { EventAgenda } from '@/features/events/components/event-agenda';
import { eventPath } from '@/features/events/components/event-card';
import { siteAddress } from '@/lib/site';
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
      />
    </Page>
  );
}
