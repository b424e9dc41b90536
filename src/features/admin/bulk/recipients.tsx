import { Badge } from '../core/cells';
import { momentText, nameIn } from '../core/labels';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { RECIPIENTS, type Recipient, ROLES } from './bulk';

const STATES = { waiting: 'Aguardando', sent: 'Na caixa de entrada' } as const;

/** Labels for the outcomes of a push. */
const PUSHES: Record<string, string> = {
  waiting: 'Na fila',
  sent: 'Enviado',
  read: 'Já tinha lido',
  muted: 'Silenciou novidades',
  no_phone: 'Sem aparelho',
  expired: 'Passou do prazo',
  given_up: 'Não chegou',
  gone: 'Conta removida',
};
const pushOf = ({ push }: Recipient) => (push === null ? null : nameIn(PUSHES, push));

const nameOf = ({ person }: Recipient) => person?.name ?? 'Conta removida';

const COLUMNS: readonly [Column<Recipient>, ...Column<Recipient>[]] = [
  { title: 'Nome', cell: nameOf, csv: nameOf },
  {
    title: 'Resultado',
    cell: ({ state }) => <Badge tone={state === 'sent' ? 'good' : 'wait'}>{STATES[state]}</Badge>,
    csv: ({ state }) => STATES[state],
  },
  {
    title: 'Tipo',
    cell: ({ person }) => (person?.role ? nameIn(ROLES, person.role) : null),
    csv: ({ person }) => (person?.role ? nameIn(ROLES, person.role) : null),
  },
  { title: 'No celular', cell: pushOf, csv: pushOf },
  { title: 'Recebeu em', cell: ({ sent_at }) => momentText(sent_at), csv: ({ sent_at }) => sent_at },
  { title: 'Leu em', cell: ({ read_at }) => momentText(read_at), csv: ({ read_at }) => read_at },
];

/** Lists the outcome of a sending for each recipient. The server keeps it for 90 days. */
export function Recipients({ id }: { id: string }) {
  const list = useList({
    source: RECIPIENTS,
    sorts: [{ key: 'person', label: 'Ordem de envio' }],
    filters: [
      {
        key: 'state',
        label: 'Resultado',
        options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
      },
    ],
    fixed: { bulk_id: id },
  });
  return (
    <AdminTable
      list={list}
      label="Resultado por pessoa"
      noun={['pessoa', 'pessoas']}
      columns={COLUMNS}
      nameOf={nameOf}
      searchLabel="Nome ou e-mail"
      fileName="envio"
      empty={{
        title: 'A lista não está mais salva',
        text: 'O resultado por pessoa fica salvo por 90 dias.',
      }}
    />
  );
}
