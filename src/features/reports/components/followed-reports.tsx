import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { shortMoment } from '@/lib/date-forms';
import { logger } from '@/lib/logger';
import { useReceipt } from '@/outbox/pending';
import { sendingOf } from '@/outbox/sending';
import { useSyncStatus } from '@/reads/sync-status';
import { TextField } from '@/ui/fields';
import { WHAT } from '../reasons';
import {
  codeIn,
  type FollowedReport,
  followedReports,
  type ReportStatus,
  spacedCode,
  statusOfCode,
} from '../visitor-reports';
import classes from './reports.module.css';

const STATUS = {
  open: 'A equipe ainda não decidiu.',
  kept: 'A equipe analisou e decidiu manter o que foi denunciado.',
  removed: 'A equipe removeu o que foi denunciado.',
} as const;

/** A visitor's reports on this phone, and a field for a code from another one. */
export function FollowedReports() {
  const id = useId();
  const [own] = useState(followedReports);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const look = (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(typed);
    setError(code ? null : 'O código tem 12 letras e números, como ABCD-2345-EFGH');
    setAsked(code);
  };
  return (
    <>
      <form className={classes.box} noValidate onSubmit={look} aria-label="Acompanhar denúncia">
        <TextField
          id={id}
          label="Código da denúncia"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit">Ver situação</Button>
        </div>
        {asked ? <Status key={asked} code={asked} /> : null}
      </form>
      {own.length > 0 ? (
        <section className={classes.box} aria-label="Denúncias deste aparelho">
          <h2>Denúncias deste aparelho</h2>
          <ul className={classes.followed}>
            {own.map((report) => (
              <li key={report.id}>
                <Own report={report} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Own({ report }: { report: FollowedReport }) {
  const receipt = useReceipt(report.id);
  const sending = receipt.kind === 'unsent' ? sendingOf(receipt.command) : null;
  return (
    <>
      <p>
        <strong>{spacedCode(report.code)}</strong>, sobre {WHAT[report.what]}
      </p>
      {sending ? (
        <p role="status">
          {sending.text}
          {sending.reason ? `: ${sending.reason}` : null}
        </p>
      ) : (
        <Status code={report.code} />
      )}
    </>
  );
}

type Answer = ReportStatus | 'asking' | 'unknown' | 'unreachable';

function Status({ code }: { code: string }) {
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const [answer, setAnswer] = useState<Answer>('asking');
  useEffect(() => {
    if (!online) return;
    const left = new AbortController();
    statusOfCode(code, left.signal).then(
      (found) => setAnswer(found ?? 'unknown'),
      (error: unknown) => {
        if (left.signal.aborted) return;
        logger.info('The state of a report could not be read', error);
        setAnswer('unreachable');
      },
    );
    return () => left.abort();
  }, [code, online]);
  const letters = typeof answer === 'object' ? answer.letters : [];
  return (
    <div role="status">
      <p>{textOf(answer, online)}</p>
      {letters.map(({ text, writtenAt }) => (
        <figure key={`${writtenAt} ${text}`} className={classes.letter}>
          <figcaption>A equipe escreveu em {shortMoment(new Date(writtenAt))}:</figcaption>
          <blockquote>{text}</blockquote>
        </figure>
      ))}
    </div>
  );
}

function textOf(answer: Answer, online: boolean): string {
  if (answer === 'unknown') return 'Não conhecemos este código.';
  if (typeof answer === 'object') return STATUS[answer.status];
  if (!online) return 'Sem conexão: a situação aparece quando a internet voltar.';
  return answer === 'asking' ? 'Buscando…' : 'O servidor não respondeu. Tente de novo mais tarde.';
}
