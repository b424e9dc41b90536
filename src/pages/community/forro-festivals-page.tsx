import { EventCollection } from '@/features/events/components/event-collection';
import { Page } from '@/ui/page';

export default function ForroFestivalsPage() {
  return (
    <Page>
      <EventCollection
        title="Festivais de Forró"
        intro="Dias inteiros de sanfona, zabumba e triângulo: oficinas de manhã, roda à tarde, baile até o sol nascer. Veja os próximos festivais pelo Brasil e guarde a data."
        kind="festival"
        style="Forró"
        empty={{
          title: 'Nenhum festival de forró marcado agora',
          text: 'Os festivais costumam ser anunciados com alguns meses de antecedência. Enquanto isso, há bailes e aulas abertas na agenda.',
        }}
      />
    </Page>
  );
}
