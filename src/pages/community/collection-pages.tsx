import type { ComponentType } from 'react';
import { EventCollection } from '@/features/events/components/event-collection';
import type { Path } from '@/lib/paths';
import { Page } from '@/ui/page';

export const PAGES = {
  '/festivais-forro': () => (
    <Page>
      <EventCollection
        title="Festivais de Forró"
        intro="Dias inteiros de sanfona, zabumba e triângulo: oficinas de manhã, roda à tarde, baile até o sol nascer."
        next="Veja os próximos festivais pelo Brasil e guarde a data."
        kind="festival"
        style="Forró"
        empty={{
          title: 'Nenhum festival de forró marcado agora',
          text: 'Os festivais costumam ser anunciados com alguns meses de antecedência.',
          else: 'Enquanto isso, há outros eventos na agenda.',
        }}
      />
    </Page>
  ),
  '/congressos-samba': () => (
    <Page>
      <EventCollection
        title="Congressos de Samba"
        intro="Gafieira, samba no pé, samba rock: congressos juntam mestres, oficinas por nível e bailes com banda."
        next="Escolha um e vá com a turma."
        kind="congresso"
        style="Samba"
        empty={{
          title: 'Nenhum congresso de samba marcado agora',
          text: 'Quando um congresso abrir inscrições, ele aparece aqui.',
          else: 'Até lá, procure bailes de samba na agenda.',
        }}
      />
    </Page>
  ),
  '/congressos-zouk': () => (
    <Page>
      <EventCollection
        title="Congressos de Zouk"
        intro="Fins de semana de zouk brasileiro e lambada, com oficinas de conexão, musicalidade e festas que atravessam a noite."
        next="Estes são os próximos."
        kind="congresso"
        style="Zouk"
        empty={{
          title: 'Nenhum congresso de zouk marcado agora',
          text: 'Quando um congresso abrir inscrições, ele aparece aqui.',
          else: 'Até lá, procure festas de zouk na agenda.',
        }}
      />
    </Page>
  ),
} as const satisfies Partial<Record<Path, ComponentType>>;
