import { Configurations } from '@/features/account/own/configurations';
import { Page } from '@/ui/page';

export default function StudentConfigurationsPage() {
  return (
    <Page narrow>
      <Configurations profilePath="/student/profile-enhanced" />
    </Page>
  );
}
