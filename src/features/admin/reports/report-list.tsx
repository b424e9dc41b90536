import { useState } from 'react';
import { dropKeptText } from '@/auth/drafts/kept-text';
import { Link } from '@/ui/link';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import classes from '../core/core.module.css';
import { choicesOf, momentText, nameIn } from '../core/labels';
import { RowButton } from '../core/row-button';
import { useWriting } from '../core/use-writing';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { DecisionQuestion, reasonOf } from './decision-question';
import { LetterQuestion, Letters } from './letter-question';
import { ReportedThing } from './reported-thing';
import {
  type Decision,
  decide,
  decisionText,
  isOff,
  isPrivate,
  REPORT_REASONS,
  REPORT_STATES,
  REPORTED,
  REPORTS,
  type ReportRow,
  recipientsOf,
  stateText,
  targetText,
  targetTitle,
} from './reports';

const TONES = { open: 'wait', kept: 'plain', removed: 'bad' } as const;

const reporterText = ({ reporter, is_visitors }: ReportRow) =>
  reporter?.name ?? (is_visitors ? 'Sem conta, pelo código' : 'Conta removida');

const reportedText = (report: ReportRow) =>
  report.reported?.texts?.map(({ text }) => text).join(' · ') || targetText(report);

const COLUMNS: readonly [Column<ReportRow>, ...Column<ReportRow>[]] = [
  {
    title: 'Sobre',
    cell: (report) => {
      const { what, target } = report;
      const person = what === 'profile' ? target?.person : null;
      return person?.role === 'teacher' ? (
        <Link to={`/admin/teachers/${person.id}`}>{targetTitle(report)}</Link>
      ) : what === 'event' && target?.slug && target.is_published ? (
        <Link to={`/comunidade/eventos/${target.slug}`}>{targetTitle(report)}</Link>
      ) : (
        targetTitle(report)
      );
    },
    csv: targetTitle,
  },
  { title: 'O que diz', cell: (report) => <ReportedThing report={report} />, csv: reportedText },
  {
    title: 'Motivo',
    cell: ({ reason, details, open, is_urgent, is_set_aside, status }) => (
      <>
        {is_urgent && status === 'open' ? <Badge tone="bad">Urgente</Badge> : null}{' '}
        {is_set_aside && status === 'open' ? <Badge tone="plain">À parte</Badge> : null}{' '}
        {nameIn(REPORT_REASONS, reason)}
        {details ? <div className={classes.muted}>{details}</div> : null}
        {open > 1 ? <div className={classes.muted}>{open} denúncias abertas</div> : null}
      </>
    ),
    csv: ({ reason, details }) => [nameIn(REPORT_REASONS, reason), details ?? ''].join(': '),
  },
  {
    title: 'Quem avisou',
    cell: reporterText,
    csv: reporterText,
  },
  {
    title: 'Quando',
    sort: 'created_at',
    cell: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
  {
    title: 'Situação',
    cell: (report) => {
      const { status, decision } = report;
      return (
        <>
          <Badge tone={TONES[status]}>{stateText(report)}</Badge>
          {decision ? (
            <div className={classes.muted}>
              {decision.decided_by?.name ?? 'Regra automática ou conta removida'},{' '}
              {momentText(decision.decided_at)}
              {decision.reason ? `: ${decision.reason}` : ''}
            </div>
          ) : null}
          <Letters report={report} />
        </>
      );
    },
    csv: stateText,
  },
];

/** Lists the reports with their targets, and the buttons that decide them. */
export function ReportList() {
  const writing = useWriting();
  const [asked, setAsked] = useState<{ report: ReportRow; decision: Decision } | null>(null);
  const [writingTo, setWritingTo] = useState<ReportRow | null>(null);
  const list = useList({
    source: REPORTS,
    sorts: [
      { key: '-urgency', label: 'Urgentes primeiro' },
      { key: 'created_at', label: 'Mais antigas' },
      { key: '-created_at', label: 'Mais novas' },
    ],
    filters: [
      { key: 'status', label: 'Situação', options: choicesOf(REPORT_STATES) },
      {
        key: 'set_aside',
        label: 'À parte',
        options: [
          { value: 'true', label: 'Só as à parte' },
          { value: 'false', label: 'Sem as à parte' },
        ],
      },
      { key: 'what', label: 'Sobre', options: choicesOf(REPORTED) },
      { key: 'reason', label: 'Motivo', options: choicesOf(REPORT_REASONS) },
    ],
  });

  const send = async (report: ReportRow, decision: Decision, reason: string | null) => {
    const { what, target_id } = report;
    const one = isPrivate(report) ? { report_id: report.id } : {};
    const outcome = await writing.run(() => decide({ what, target_id, ...one, decision, reason }), {
      title: isPrivate(report) ? 'Decidido' : decision === 'remove' ? 'Removido' : 'Mantido',
    });
    if (!outcome) return;
    dropKeptText('reason', reasonOf(report));
    setAsked(null);
    list.query.reload();
  };

  const decisionButton = (report: ReportRow, decision: Decision) => (
    <RowButton
      writing={writing}
      label={`${decisionText(report, decision)}: ${targetTitle(report)}`}
      onClick={() => setAsked({ report, decision })}
    >
      {decisionText(report, decision)}
    </RowButton>
  );

  return (
    <AdminPage
      title="Denúncias"
      lead="Uma decisão vale para o que foi denunciado e fecha todas as denúncias sobre ele. Em pedidos, cada denúncia é decidida à parte."
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
            {report.status === 'open' || isOff(report) ? decisionButton(report, 'keep') : null}
            {isPrivate(report)
              ? report.status === 'open'
                ? decisionButton(report, 'remove')
                : null
              : report.target !== null && !isOff(report)
                ? decisionButton(report, 'remove')
                : null}
            {recipientsOf(report).length > 0 ? (
              <RowButton
                writing={writing}
                label={`Escrever sobre: ${targetTitle(report)}`}
                onClick={() => setWritingTo(report)}
              >
                Escrever
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
      {writingTo ? (
        <LetterQuestion
          key={writingTo.id}
          report={writingTo}
          onDone={() => {
            setWritingTo(null);
            list.query.reload();
          }}
          onClose={() => setWritingTo(null)}
        />
      ) : null}
    </AdminPage>
  );
}
