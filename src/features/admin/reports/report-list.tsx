import { useState } from 'react';
import { dropKeptText } from '@/auth/drafts/kept-text';
import { Link } from '@/ui/link';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/badge';
import classes from '../core/core.module.css';
import { momentText } from '../core/dates';
import { choicesOf, nameIn } from '../core/labels';
import { RowButton } from '../core/row-button';
import { useWriting } from '../core/use-writing';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { DecisionQuestion, reasonOf } from './decision-question';
import { ReportedThing } from './reported-thing';
import {
  type Decision,
  decide,
  isOff,
  REPORT_REASONS,
  REPORT_STATES,
  REPORTED,
  REPORTS,
  type ReportRow,
  targetText,
  targetTitle,
} from './reports';

const TONES = { open: 'wait', kept: 'plain', removed: 'bad' } as const;

const COLUMNS: readonly [Column<ReportRow>, ...Column<ReportRow>[]] = [
  {
    title: 'Sobre',
    cell: (report) => {
      const { what, target } = report;
      const person = what === 'profile' ? target?.person : null;
      return person?.role === 'teacher' ? (
        <Link to={`/admin/teachers/${person.id}`}>{targetTitle(report)}</Link>
      ) : (
        targetTitle(report)
      );
    },
    csv: targetTitle,
  },
  { title: 'O que diz', cell: (report) => <ReportedThing report={report} />, csv: targetText },
  {
    title: 'Motivo',
    cell: ({ reason, details, open, is_urgent, status }) => (
      <>
        {is_urgent && status === 'open' ? <Badge tone="bad">Urgente</Badge> : null}{' '}
        {nameIn(REPORT_REASONS, reason)}
        {details ? <div className={classes.muted}>{details}</div> : null}
        {open > 1 ? <div className={classes.muted}>{open} denúncias abertas</div> : null}
      </>
    ),
    csv: ({ reason, details }) => [nameIn(REPORT_REASONS, reason), details ?? ''].join(': '),
  },
  {
    title: 'Quem avisou',
    cell: ({ reporter }) => reporter?.name ?? 'Conta removida',
    csv: ({ reporter }) => reporter?.name ?? null,
  },
  {
    title: 'Quando',
    sort: 'created_at',
    cell: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
  {
    title: 'Situação',
    cell: ({ status, decision }) => (
      <>
        <Badge tone={TONES[status]}>{REPORT_STATES[status]}</Badge>
        {decision ? (
          <div className={classes.muted}>
            {decision.decided_by?.name ?? 'Regra automática ou conta removida'},{' '}
            {momentText(decision.decided_at)}
            {decision.reason ? `: ${decision.reason}` : ''}
          </div>
        ) : null}
      </>
    ),
    csv: ({ status }) => REPORT_STATES[status],
  },
];

/** Lists the reports with their targets, and the buttons that decide them. */
export function ReportList() {
  const writing = useWriting();
  const [asked, setAsked] = useState<{ report: ReportRow; decision: Decision } | null>(null);
  const list = useList({
    source: REPORTS,
    sorts: [
      { key: '-urgency', label: 'Urgentes primeiro' },
      { key: 'created_at', label: 'Mais antigas' },
      { key: '-created_at', label: 'Mais novas' },
    ],
    filters: [
      { key: 'status', label: 'Situação', options: choicesOf(REPORT_STATES) },
      { key: 'what', label: 'Sobre', options: choicesOf(REPORTED) },
      { key: 'reason', label: 'Motivo', options: choicesOf(REPORT_REASONS) },
    ],
  });

  const send = async (report: ReportRow, decision: Decision, reason: string | null) => {
    const { what, target_id } = report;
    const outcome = await writing.run(() => decide({ what, target_id, decision, reason }), {
      title: decision === 'remove' ? 'Removido' : 'Mantido',
    });
    if (!outcome) return;
    dropKeptText('reason', reasonOf(report));
    setAsked(null);
    list.query.reload();
  };

  return (
    <AdminPage
      title="Denúncias"
      lead="Uma decisão vale para o que foi denunciado e fecha todas as denúncias sobre ele."
    >
      <AdminTable
        list={list}
        label="Fila de denúncias"
        noun={['denúncia', 'denúncias']}
        columns={COLUMNS}
        nameOf={targetTitle}
        searchLabel={null}
        fileName="denuncias"
        empty={{ title: 'Nenhuma denúncia', text: 'O que as pessoas denunciarem aparece aqui.' }}
        actions={(report) => (
          <>
            {report.status === 'open' || isOff(report) ? (
              <RowButton
                writing={writing}
                label={`Manter: ${targetTitle(report)}`}
                onClick={() => setAsked({ report, decision: 'keep' })}
              >
                Manter
              </RowButton>
            ) : null}
            {report.target !== null && !isOff(report) ? (
              <RowButton
                writing={writing}
                label={`Remover: ${targetTitle(report)}`}
                onClick={() => setAsked({ report, decision: 'remove' })}
              >
                Remover
              </RowButton>
            ) : null}
          </>
        )}
      />
      {asked ? (
        <DecisionQuestion
          {...asked}
          writing={writing}
          onConfirm={(reason) => void send(asked.report, asked.decision, reason)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </AdminPage>
  );
}
