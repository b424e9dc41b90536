import { useEffect, useRef, useState } from 'react';
import { timeSince } from '@/lib/dates';
import { known } from '@/outbox/commands/kinds';
import { discard, retry } from '@/outbox/entry';
import type { Pending } from '@/outbox/pending-store';
import { sendingOf } from '@/outbox/sending';
import { useCatalog } from '@/reads/use-catalog';
import { Link } from '@/ui/link';
import { LOST, OUTBOX } from '../texts';
import { aboutOf } from '../written';
import { LostWrite } from './lost-write';
import classes from './outbox.module.css';

interface PendingItemProps {
  pending: Pending;
  /** Number of commands that wait for this one. */
  dependents: number;
  /** Milliseconds since 1970. */
  now: number;
  /** Role of the signed-in user. */
  role: string | null | undefined;
  /** Called after the user has discarded the write. */
  onDiscarded(): void;
}

/** One unsent write: label, content, time, state with reason, and actions. */
export function PendingItem({ pending, dependents, now, role, onDiscarded }: PendingItemProps) {
  const { command, veiled } = pending;
  const [asking, setAsking] = useState(false);
  const found = known(command);
  const label = found?.kind.label ?? OUTBOX.unknown;
  const { tone, text, reason, lastTry } = sendingOf(command);
  const why = veiled ? null : (reason ?? lastTry);
  const editPath = found?.kind.editPath?.(found.command, role) ?? null;
  const refused = command.status === 'rejected';
  const isLost = refused && command.lostAt !== undefined;
  const canRetry = refused || command.status === 'queued' || command.status === 'attention';
  const again = refused ? 'Tentar de novo' : 'Enviar agora';
  const summary = veiled ? OUTBOX.veiled : found ? found.kind.summary(found.command.payload) : null;
  const catalog = useCatalog();
  const about = veiled ? null : aboutOf(command.payload, catalog);
  // The rows of three favourites differ by this only.
  const named = about ? `${label}, ${about}` : label;
  return (
    <li className={classes.item} data-tone={tone}>
      <h2>{label}</h2>
      <time dateTime={new Date(command.createdAt).toISOString()}>{timeSince(command.createdAt, now)}</time>
      {about ? <p className={classes.about}>{about}</p> : null}
      {summary && !isLost ? <p className={classes.summary}>{summary}</p> : null}
      <p className={classes.state} role="status">
        {isLost ? LOST.state : text}
      </p>
      {isLost && !veiled ? <LostWrite command={command} /> : null}
      {why ? <p>{why}</p> : null}
      {dependents > 0 ? <p>{dependentsText(dependents)}</p> : null}
      {asking ? (
        <Question
          label={named}
          mayHaveArrived={command.attempts > (refused ? 1 : 0)}
          dependents={found?.kind.creates ? dependents : 0}
          onKeep={() => setAsking(false)}
          onDiscard={() => void discard(command.id).then(onDiscarded)}
        />
      ) : (
        <div className={classes.actions}>
          {canRetry && found ? (
            <button type="button" aria-label={`${again}: ${named}`} onClick={() => void retry(command.id)}>
              {again}
            </button>
          ) : null}
          {editPath && refused && !veiled ? (
            <Link to={editPath} aria-label={`Editar: ${named}`}>
              Editar
            </Link>
          ) : null}
          {command.status === 'sending' ? null : (
            <button type="button" aria-label={`Descartar: ${named}`} onClick={() => setAsking(true)}>
              Descartar
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function dependentsText(count: number): string {
  return count === 1 ? 'Outro envio aguarda este.' : `Outros ${count} envios aguardam este.`;
}

interface QuestionProps {
  label: string;
  mayHaveArrived: boolean;
  /** Number of commands that are discarded with it. */
  dependents: number;
  onKeep(): void;
  onDiscard(): void;
}

function Question({ label, mayHaveArrived, dependents, onKeep, onDiscard }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={classes.question} role="alertdialog" aria-label={`Descartar: ${label}`}>
      <p>
        Descartar este envio? Ele some deste aparelho e não pode ser recuperado.
        {dependents > 0 ? ' O que depende dele é descartado junto.' : null}
        {mayHaveArrived ? ' Se já chegou ao servidor, continua valendo lá.' : null}
      </p>
      <div className={classes.actions}>
        <button type="button" ref={keep} onClick={onKeep}>
          Manter
        </button>
        <button type="button" onClick={onDiscard}>
          Sim, descartar
        </button>
      </div>
    </div>
  );
}
