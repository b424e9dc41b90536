import { useId } from 'react';
import { useKeptText } from '@/auth/drafts/kept-text';
import { textError } from '@/lib/typed-text';
import { TextAreaField } from '@/ui/fields';
import { Question } from '../core/question';
import type { Writing } from '../core/use-writing';
import { ReportedThing } from './reported-thing';
import { CONSEQUENCES, type Decision, decisionText, isPrivate, type ReportRow, targetTitle } from './reports';

/** Storage key of the draft of the reason. */
export const reasonOf = ({ what, target_id }: ReportRow) => `report_${what}_${target_id}`;

interface DecisionQuestionProps {
  report: ReportRow;
  decision: Decision;
  writing: Writing;
  onConfirm(reason: string | null): void;
  onClose(): void;
}

/** Asks before a decision; a removal can carry a reason. */
export function DecisionQuestion({ report, decision, writing, onConfirm, onClose }: DecisionQuestionProps) {
  const [reason, setReason] = useKeptText('reason', reasonOf(report));
  const id = useId();
  const label = decisionText(report, decision);
  const hasReason = decision === 'remove' && !isPrivate(report);
  return (
    <Question
      title={`${label}: ${targetTitle(report)}?`}
      action={label}
      writing={writing}
      onConfirm={() => {
        // The field shows the error.
        if (hasReason && textError(reason) !== null) return;
        onConfirm((hasReason && reason.trim()) || null);
      }}
      onClose={onClose}
    >
      <ReportedThing report={report} />
      <p>{CONSEQUENCES[report.what][decision]} Quem denunciou fica sabendo da decisão.</p>
      {hasReason ? (
        <TextAreaField
          id={id}
          label="Motivo, para quem escreveu (opcional)"
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      ) : null}
    </Question>
  );
}
