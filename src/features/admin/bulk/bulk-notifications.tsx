import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { Link } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import { wantHeadingFocus } from '@/ui/route-focus';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import { choicesOf, momentText } from '../core/labels';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { audienceText, BULK_STATES, BULKS, type Bulk } from './bulk';
import { Compose } from './compose';
import type { Shown } from './message-preview';
import { SendingView } from './sending-view';

interface BulkNotificationsProps {
  /** Draws a notification as it appears in the inbox. */
  drawNotice(shown: Shown): ReactNode;
}

const SENDING = 'envio';
const addressOf = (id: string) => `/admin/bulk-notifications?${SENDING}=${id}` as const;

const COLUMNS: readonly [Column<Bulk>, ...Column<Bulk>[]] = [
  {
    title: 'Título',
    cell: ({ id, title }) => <Link to={addressOf(id)}>{title}</Link>,
    csv: ({ title }) => title,
  },
  {
    title: 'Situação',
    cell: ({ state }) => (
      <Badge tone={state === 'done' ? 'good' : state === 'stopped' ? 'bad' : 'wait'}>
        {BULK_STATES[state]}
      </Badge>
    ),
    csv: ({ state }) => BULK_STATES[state],
  },
  { title: 'Para', cell: audienceText, csv: audienceText },
  {
    title: 'Receberam',
    isNumber: true,
    cell: ({ sent, total }) => `${sent.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')}`,
    csv: ({ sent }) => sent,
  },
  {
    title: 'Quando',
    sort: 'created_at',
    cell: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
  {
    title: 'Quem enviou',
    cell: ({ created_by }) => created_by?.name ?? 'Conta removida',
    csv: ({ created_by }) => created_by?.name ?? null,
  },
];

/** Bulk messages: the form for a new one above the list of sent ones, or the page of one sending. */
export function BulkNotifications({ drawNotice }: BulkNotificationsProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const type = useNavigationType();
  const id = params.get(SENDING);
  const shown = useRef(id);

  // List and single sending share one path, so switching between them must scroll to the top like a new page.
  useLayoutEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    if (type !== 'POP') window.scrollTo(0, 0);
  }, [id, type]);

  if (id !== null) return <SendingView key={id} id={id} />;
  return (
    <AdminPage
      title="Notificações"
      lead="Uma mensagem da equipe para muita gente, na caixa de entrada de cada um."
    >
      <Compose
        drawNotice={drawNotice}
        onStarted={(started) => {
          wantHeadingFocus();
          void navigate(addressOf(started));
        }}
      />
      <h2>Envios</h2>
      <Sendings />
    </AdminPage>
  );
}

function Sendings() {
  const list = useList({
    source: BULKS,
    sorts: [
      { key: '-created_at', label: 'Mais novos' },
      { key: 'created_at', label: 'Mais antigos' },
    ],
    filters: [{ key: 'state', label: 'Situação', options: choicesOf(BULK_STATES) }],
  });
  return (
    <AdminTable
      list={list}
      label="Envios"
      noun={['envio', 'envios']}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      searchLabel="Título ou texto"
      fileName="envios"
      empty={{ title: 'Nenhum envio ainda', text: 'A primeira mensagem enviada aparece aqui.' }}
    />
  );
}
