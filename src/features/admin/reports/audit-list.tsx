import { AdminPage } from '../core/admin-page';
import { choicesOf, momentText, nameIn } from '../core/labels';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { ChangeLines } from './audit-lines';
import { AUDIT_ACTIONS, AUDIT_TABLES, type AuditRow, actorText, auditRow, changeTexts } from './audit-rows';

const AUDIT = procedureList('admin_list_audit', auditRow);

const COLUMNS: readonly [Column<AuditRow>, ...Column<AuditRow>[]] = [
  { title: 'Quando', sort: 'at', cell: ({ at }) => momentText(at), csv: ({ at }) => at },
  {
    title: 'Quem',
    cell: actorText,
    csv: actorText,
  },
  {
    title: 'Ação',
    cell: ({ action }) => AUDIT_ACTIONS[action],
    csv: ({ action }) => AUDIT_ACTIONS[action],
  },
  {
    title: 'Onde',
    cell: ({ table_name }) => nameIn(AUDIT_TABLES, table_name),
    csv: ({ table_name }) => nameIn(AUDIT_TABLES, table_name),
  },
  {
    title: 'O quê',
    cell: ({ label, row_id }) => label ?? row_id,
    csv: ({ label, row_id }) => label ?? row_id,
  },
  {
    title: 'Antes e depois',
    cell: (row) => <ChangeLines row={row} />,
    csv: (row) => changeTexts(row).join('; '),
  },
];

/** Lists all changes that administrators have made. */
export function AuditList() {
  const list = useList({
    source: AUDIT,
    sorts: [
      { key: '-at', label: 'Mais novas' },
      { key: 'at', label: 'Mais antigas' },
    ],
    filters: [
      { key: 'table_name', label: 'Onde', options: choicesOf(AUDIT_TABLES) },
      { key: 'action', label: 'Ação', options: choicesOf(AUDIT_ACTIONS) },
    ],
  });
  return (
    <AdminPage
      title="Auditoria"
      lead="Quem da equipe mudou o quê, e quando. Ninguém apaga nem altera este registro."
    >
      <AdminTable
        list={list}
        label="Mudanças da equipe"
        noun={['mudança', 'mudanças']}
        columns={COLUMNS}
        nameOf={({ label, row_id }) => label ?? row_id}
        searchLabel="Quem ou o quê"
        fileName="auditoria"
        empty={{ title: 'Nenhuma mudança ainda', text: 'O que a equipe mudar fica registrado aqui.' }}
      />
    </AdminPage>
  );
}
