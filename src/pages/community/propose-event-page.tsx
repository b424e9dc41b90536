import { ProposeEvents } from '@/features/events/components/propose-events';
import { Page } from '@/ui/page';

export default function ProposeEventPage() {
  return (
    <Page narrow>
      <ProposeEvents />
    </Page>
  );
}
