import { Configurations } from '@/features/account/own/configurations';
import { Page } from '@/ui/page';

export default function TeacherConfigurationsPage() {
  return (
    <Page narrow>
      <Configurations profilePath="/teacher/profile" />
    </Page>
  );
}
