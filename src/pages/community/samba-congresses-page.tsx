import { EventCollection } from '@/features/events/components/event-collection';
import { Page } from '@/ui/page';

export default function SambaCongressesPage() {
  return (
    <Page>
      <EventCollection
        title="Congressos de Samba"
        intro="Gafieira, samba no pé, samba rock: congressos juntam mestres, oficinas por nível e bailes com banda. Escolha um e vá com a turma."
        kind="congresso"
        style="Samba"
        empty={{
          title: 'Nenhum congresso de samba marcado agora',
          text: 'Quando um congresso abrir inscrições, ele aparece aqui. Até lá, procure bailes de samba na agenda.',
        }}
      />
    </Page>
  );
}
