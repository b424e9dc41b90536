import { dayOf } from '@/features/progress/calendar';
import { TipsView } from '@/features/tips/components/tips-view';
import { tipOfDay } from '@/features/tips/tips';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import { StudentLinks } from './student-links';

export default function StudentTipsPage() {
  const today = dayOf(useNow());
  return (
    <Page narrow>
      <PageHeading>Dicas para dançar melhor</PageHeading>
      <StudentLinks />
      <TipsView today={today === null ? null : tipOfDay(today)} />
    </Page>
  );
}
