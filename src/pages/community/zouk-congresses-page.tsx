import { EventCollection } from '@/features/events/components/event-collection';
import { Page } from '@/ui/page';

export default function ZoukCongressesPage() {
  return (
    <Page>
      <EventCollection
        title="Congressos de Zouk"
        intro="Fins de semana de zouk brasileiro e lambada, com oficinas de conexão, musicalidade e festas que atravessam a noite. Estes são os próximos."
        kind="congresso"
        style="Zouk"
        empty={{
          title: 'Nenhum congresso de zouk marcado agora',
          text: 'Quando um congresso abrir inscrições, ele aparece aqui. Até lá, procure festas de zouk na agenda.',
        }}
      />
    </Page>
  );
}
