import { useEffect } from 'react';
import { Badge, type Tone } from '../core/cells';
import classes from '../core/core.module.css';
import { momentText, nameIn } from '../core/labels';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { LOGS, type LogRow } from './supporters';

const TYPES = { import: 'Importação', import_row: 'Linha importada', manual: 'Equipe' };
const STATUSES: Record<string, { label: string; tone: Tone }> = {
  success: { label: 'Certo', tone: 'good' },
  partial: { label: 'Em parte', tone: 'wait' },
  error: { label: 'Erro', tone: 'bad' },
  skipped: { label: 'Ignorado', tone: 'plain' },
};

const statusOf = ({ status }: LogRow) => STATUSES[status] ?? { label: status, tone: 'plain' as const };

const COLUMNS: readonly [Column<LogRow>, ...Column<LogRow>[]] = [
  { title: 'Quando', cell: ({ created_at }) => momentText(created_at), csv: ({ created_at }) => created_at },
  {
    title: 'O quê',
    cell: ({ sync_type }) => nameIn(TYPES, sync_type),
    csv: ({ sync_type }) => nameIn(TYPES, sync_type),
  },
  {
    title: 'Resultado',
    cell: (row) => <Badge tone={statusOf(row).tone}>{statusOf(row).label}</Badge>,
    csv: (row) => statusOf(row).label,
  },
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  { title: 'Mensagem', cell: ({ message }) => message, csv: ({ message }) => message },
];

/** Shows the latest 50 lines of the import log; a new `round` reloads them. */
export function SupporterLog({ round }: { round: number }) {
  const list = useList({
    source: LOGS,
    prefix: 'l_',
    size: 50,
    sorts: [{ key: '-created_at', label: 'Mais novos' }],
  });
  const { reload } = list.query;
  useEffect(() => {
    if (round > 0) reload();
  }, [round, reload]);
  return (
    <section className={classes.page} aria-labelledby="support-log">
      <h2 id="support-log">Registro de apoios</h2>
      <AdminTable
        list={list}
        label="Últimos registros"
        noun={['registro', 'registros']}
        columns={COLUMNS}
        nameOf={({ created_at }) => created_at}
        searchLabel={null}
        fileName={null}
        empty={{ title: 'Nenhum registro ainda', text: 'Importações e mudanças aparecem aqui.' }}
      />
    </section>
  );
}
