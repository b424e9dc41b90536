import { Configurations } from '@/features/account/own/configurations';
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
    </Page>
  );
}
