import { AddressCard } from '@/features/account/own/address-card';
import { Configurations } from '@/features/account/own/configurations';
import { BlockedPeople } from '@/features/blocks/components/blocked-people';
import { InstallCard } from '@/features/install/components/install-card';
import { PixKeyCard } from '@/features/lessons/components/pix-key-form';
import { RequestsWith } from '@/features/lessons/components/requests-with';
import { PushToggle } from '@/features/push/components/push-toggle';
import { Page } from '@/ui/page';

export default function TeacherConfigurationsPage() {
  return (
    <Page narrow>
      <Configurations profilePath="/teacher/profile" push={<PushToggle />} />
      <AddressCard />
      <PixKeyCard />
      <InstallCard />
      <BlockedPeople requestsOf={(id) => <RequestsWith personId={id} />} />
    </Page>
  );
}
