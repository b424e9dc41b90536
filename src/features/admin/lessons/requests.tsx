import { z } from 'zod';
import { AdminPage } from '../core/admin-page';
import { Badge, nameOf, PersonCell, type Tone } from '../core/cells';
import classes from '../core/core.module.css';
import { choicesOf, momentText } from '../core/labels';
import { usePlaceFilters } from '../core/place-choice';
import { maybeText, texts } from '../core/schema';
import { requestRow as shortRow } from '../people/teacher';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';

const requestRow = z.object({
  ...shortRow.shape,
  preferred_days: texts,
  preferred_times: texts,
  message: maybeText,
  reason: maybeText,
  cancelled_at: maybeText,
  cancelled_by: maybeText,
  for_minor: z.boolean(),
});
type RequestRow = z.infer<typeof requestRow>;

const REQUESTS = procedureList('admin_list_requests', requestRow);

const STATUSES = {
  Pendente: 'Pendente',
  Aceito: 'Aceito',
  Recusado: 'Recusado',
  Cancelado: 'Cancelado',
} as const;
const TONES: Record<string, Tone> = { Pendente: 'wait', Aceito: 'good', Recusado: 'bad' };
const CANCELLED_BY: Record<string, string> = { student: 'pelo aluno', teacher: 'pelo professor' };

const endedText = ({ answered_at, cancelled_at, cancelled_by }: RequestRow): string =>
  cancelled_at
    ? `${momentText(cancelled_at)} ${CANCELLED_BY[cancelled_by ?? ''] ?? ''}`.trim()
    : momentText(answered_at);
const wishText = ({ preferred_days, preferred_times, for_minor }: RequestRow): string =>
  [for_minor ? 'Para menor' : '', preferred_days.join(', '), preferred_times.join(', ')]
    .filter((part) => part !== '')
    .join(' · ');

const COLUMNS: readonly [Column<RequestRow>, ...Column<RequestRow>[]] = [
  { title: 'Aluno', cell: ({ student }) => nameOf(student), csv: ({ student }) => nameOf(student) },
  {
    title: 'Professor',
    cell: ({ teacher }) => <PersonCell person={teacher} />,
    csv: ({ teacher }) => nameOf(teacher),
  },
  {
    title: 'Estilo',
    cell: ({ style }) => style ?? 'Estilo removido',
    csv: ({ style }) => style,
  },
  {
    title: 'Situação',
    sort: 'status',
    cell: ({ status }) => <Badge tone={TONES[status] ?? 'plain'}>{status}</Badge>,
    csv: ({ status }) => status,
  },
  {
    title: 'Pedido',
    sort: 'request_date',
    cell: ({ request_date }) => momentText(request_date),
    csv: ({ request_date }) => request_date,
  },
  {
    title: 'Resposta ou fim',
    cell: endedText,
    csv: ({ answered_at, cancelled_at }) => cancelled_at ?? answered_at,
  },
  { title: 'Dias e horários', cell: wishText, csv: wishText },
  {
    title: 'Mensagem',
    cell: ({ message, reason }) => (
      <>
        {message}
        {reason ? <div className={classes.muted}>Motivo: {reason}</div> : null}
      </>
    ),
    csv: ({ message, reason }) => [message, reason].filter(Boolean).join(' · '),
  },
];

/** Lists the lesson requests of all students and teachers. */
export function RequestList() {
  const { style } = usePlaceFilters();
  const list = useList({
    source: REQUESTS,
    sorts: [
      { key: '-request_date', label: 'Mais novos' },
      { key: 'request_date', label: 'Mais antigos' },
      { key: 'status', label: 'Situação' },
    ],
    filters: [{ key: 'status', label: 'Situação', options: choicesOf(STATUSES) }, style],
  });
  return (
    <AdminPage title="Pedidos de aula" lead="Quem pediu aula a quem, e o que aconteceu com o pedido.">
      <AdminTable
        list={list}
        label="Lista de pedidos"
        noun={['pedido', 'pedidos']}
        columns={COLUMNS}
        nameOf={({ student, teacher }) => `${nameOf(student)} a ${nameOf(teacher)}`}
        searchLabel="Nome ou e-mail de um dos dois"
        fileName="pedidos"
        empty={{ title: 'Nenhum pedido ainda', text: 'O primeiro pedido de aula aparece aqui.' }}
      />
    </AdminPage>
  );
}
