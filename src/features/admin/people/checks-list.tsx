import { useState } from 'react';
import { useKeptText } from '@/auth/drafts/kept-text';
import { daysLeft } from '@/db/rows/checks';
import { CHECK_WORDS } from '@/db/words/check-words';
import { freshId } from '@/lib/browser/random';
import { serverNow } from '@/lib/server-clock';
import { isBlank, textError } from '@/lib/typed-text';
import { TextAreaField } from '@/ui/fields';
import { Badge } from '../core/cells';
import classes from '../core/core.module.css';
import { dayText, momentText } from '../core/labels';
import { Question } from '../core/question';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { type RecordedCheck, revokeCheck } from './teacher';

/** Days before the end on which the team is told. */
const SOON = 30;

interface ChecksListProps {
  checks: readonly RecordedCheck[];
  onDone(): void;
}

/** All checks of one teacher, revoked and ended ones too, newest first. */
export function ChecksList({ checks, onDone }: ChecksListProps) {
  const [revoking, setRevoking] = useState<RecordedCheck | null>(null);
  const writing = useWriting();
  if (checks.length === 0) return <p className={classes.muted}>Nada foi verificado ainda.</p>;
  return (
    <>
      <ul className={classes.lines}>
        {checks.map((check) => (
          <li key={check.id}>
            <span>
              <State check={check} /> {CHECK_WORDS[check.kind].name}
            </span>
            {check.note ? <span>{check.note}</span> : null}
            <span className={classes.muted}>
              {momentText(check.checked_at)} ·{' '}
              {check.checked_by?.name ?? 'Sem registro de quem conferiu, ou conta removida'}
            </span>
            {check.renamed_at && check.checked_name ? (
              <span>
                <Badge tone="wait">Confira de novo</Badge> O documento foi comparado com o nome{' '}
                <strong>{check.checked_name}</strong>, que mudou em {momentText(check.renamed_at)}.
              </span>
            ) : null}
            {check.revoked_at ? (
              <span className={classes.muted}>
                Retirada em {momentText(check.revoked_at)}
                {check.revoked_by
                  ? ` por ${check.revoked_by.name}`
                  : ': o dado mudou ou deixou de ser confirmado'}
                {check.revoke_reason ? `. Motivo: ${check.revoke_reason}` : ''}
              </span>
            ) : null}
            {check.outcome === 'passed' && !check.revoked_at && left(check) > 0 ? (
              <span>
                <WriteButton
                  writing={writing}
                  variant="outline"
                  size="sm"
                  label={`Retirar: ${CHECK_WORDS[check.kind].name}`}
                  onClick={() => setRevoking(check)}
                >
                  Retirar
                </WriteButton>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {revoking ? (
        <RevokeQuestion
          key={revoking.id}
          check={revoking}
          onDone={() => {
            setRevoking(null);
            onDone();
          }}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </>
  );
}

const left = ({ expires_on }: RecordedCheck) => daysLeft({ until: expires_on ?? '1970-01-01' }, serverNow());

function State({ check }: { check: RecordedCheck }) {
  if (check.outcome === 'failed') return <Badge tone="bad">Não confirmado</Badge>;
  if (check.revoked_at) return <Badge tone="plain">Retirada</Badge>;
  const days = left(check);
  const day = dayText(check.expires_on && `${check.expires_on}T12:00:00Z`);
  if (days <= 0) return <Badge tone="bad">Venceu em {day}</Badge>;
  return <Badge tone={days <= SOON ? 'wait' : 'good'}>Vence em {day}</Badge>;
}

function RevokeQuestion({
  check,
  onDone,
  onClose,
}: {
  check: RecordedCheck;
  onDone(): void;
  onClose(): void;
}) {
  const writing = useWriting();
  const [reason, setReason] = useKeptText('reason', `revoke_${check.id}`);
  const [tried, setTried] = useState(false);
  // Another text is another command; the same text again is a retry.
  const [id, setId] = useState(freshId);
  const wrong = isBlank(reason) ? 'Escreva o motivo.' : textError(reason);
  const { name } = CHECK_WORDS[check.kind];
  const confirm = async () => {
    setTried(true);
    if (wrong !== null) return;
    const done = await writing.run(() => revokeCheck(id, check.id, reason.trim()), {
      title: `${name}: conferência retirada`,
    });
    if (!done) return;
    setReason('');
    onDone();
  };
  return (
    <Question
      title={`Retirar a conferência de ${name.toLowerCase()}?`}
      action="Retirar"
      writing={writing}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {check.kind === 'identity'
          ? 'Sem outra conferência de identidade a página sai da busca na hora, e a pessoa recebe um aviso. '
          : 'Ela some da página pública. '}
        O histórico fica guardado.
      </p>
      <TextAreaField
        label="Motivo"
        description="Só a equipe lê."
        rows={3}
        maxLength={1000}
        value={reason}
        error={tried ? wrong : null}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setId(freshId());
        }}
      />
    </Question>
  );
}
