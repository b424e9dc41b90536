import { useId, useState } from 'react';
import { useKeptText } from '@/auth/drafts/kept-text';
import { freshId } from '@/lib/browser/random';
import { isBlank, textError } from '@/lib/typed-text';
import { SelectField, TextAreaField } from '@/ui/fields';
import { momentText } from '../core/labels';
import { Question } from '../core/question';
import { useWriting } from '../core/use-writing';
import { isPrivate, type Recipient, type ReportRow, recipientsOf, targetTitle, writeAbout } from './reports';
import classes from './reports.module.css';

/** The database's limit, in characters. */
const LONGEST = 900;

interface LetterQuestionProps {
  report: ReportRow;
  onDone(): void;
  onClose(): void;
}

/** Writes to who reported or to whom the report is about, below what the team wrote before. */
export function LetterQuestion({ report, onDone, onClose }: LetterQuestionProps) {
  const recipients = recipientsOf(report);
  const [recipient, setRecipient] = useState<Recipient>(recipients[0] ?? 'reporter');
  const [text, setText] = useKeptText('note', `letter_${report.id}_${recipient}`);
  const [tried, setTried] = useState(false);
  // Another text or person is another command; the same again is a retry.
  const [id, setId] = useState(freshId);
  const writing = useWriting();
  const fieldId = useId();
  const wrong = isBlank(text) ? 'Escreva a mensagem.' : textError(text);

  const confirm = async () => {
    setTried(true);
    if (wrong !== null) return;
    const letter = { report_id: report.id, recipient, text: text.trim() };
    const done = await writing.run(() => writeAbout(id, letter), { title: 'Mensagem enviada' });
    if (!done) return;
    setText('');
    onDone();
  };
  return (
    <Question
      title={`Escrever sobre: ${targetTitle(report)}`}
      action="Enviar mensagem"
      writing={writing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <SelectField
        id={`${fieldId}-to`}
        label="Para quem"
        value={recipient}
        data={recipients.map((value) => ({ value, label: nameOf(report, value) }))}
        onChange={({ currentTarget: { value } }) => {
          setRecipient(value === 'reported' ? 'reported' : 'reporter');
          setId(freshId());
        }}
      />
      <p>{EFFECT[recipient](report)}</p>
      <TextAreaField
        id={fieldId}
        label="Mensagem"
        rows={5}
        maxLength={LONGEST}
        value={text}
        error={tried ? wrong : null}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setId(freshId());
        }}
      />
      <Letters report={report} />
    </Question>
  );
}

const EFFECT: Record<Recipient, (report: ReportRow) => string> = {
  reporter: ({ is_visitors }) =>
    is_visitors
      ? 'Quem denunciou não tem conta: lê em Acompanhar denúncia, com o código.'
      : 'Chega na caixa de entrada e como aviso no celular.',
  reported: (report) =>
    `Chega na caixa de entrada e como aviso no celular, sem dizer que houve uma denúncia. ${
      isPrivate(report)
        ? 'Não fale do pedido: só a outra pessoa o conhece, e o texto diria quem denunciou.'
        : 'Não escreva nada que aponte quem denunciou.'
    }`,
};

export const RECIPIENTS: Record<Recipient, string> = {
  reporter: 'Quem denunciou',
  reported: 'Quem foi denunciado',
};

function nameOf({ reporter, reported }: ReportRow, recipient: Recipient): string {
  const person = recipient === 'reporter' ? reporter : (reported?.person ?? null);
  return `${RECIPIENTS[recipient]}: ${person?.name ?? 'sem conta, pelo código'}`;
}

/** The team's letters about a report, oldest first. */
export function Letters({ report: { letters } }: { report: ReportRow }) {
  if (letters.length === 0) return null;
  return (
    <ul className={classes.letters} aria-label="Mensagens da equipe">
      {letters.map(({ recipient, text, written_at, written_by }) => (
        <li key={`${written_at} ${recipient}`}>
          <strong>{RECIPIENTS[recipient]}</strong>, {momentText(written_at)},{' '}
          {written_by?.name ?? 'conta removida'}: {text}
        </li>
      ))}
    </ul>
  );
}
