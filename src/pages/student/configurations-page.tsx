import { Configurations } from '@/features/account/own/configurations';
import { BlockedPeople } from '@/features/blocks/components/blocked-people';
import { Portrait } from '@/features/teachers/components/portrait';
import { useCities, useDanceStyles } from '@/features/teachers/queries';
import { Page } from '@/ui/page';

const BOX = { width: 128, height: 128 };

export default function StudentConfigurationsPage() {
  return (
    <Page narrow>
      <Configurations
        cities={useCities()}
        styles={useDanceStyles()}
        portrait={(person) => <Portrait {...person} box={BOX} eager />}
      />
      <BlockedPeople />
    </Page>
  );
}
