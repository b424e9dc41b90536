import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { freshId } from '@/lib/browser/random';
import type { Href, PagePath } from '@/lib/paths';
import { firstName } from '@/lib/text';
import { useOnce } from '@/lib/use-once';
import { sendingOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { Link } from '@/ui/link';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { askBesides } from '../actions';
import type { ShownRequest } from '../overlay';
import { useRequests } from '../queries';
import { otherName } from '../texts';
import { AT_ONCE, namesTeacher, togetherWith } from '../waiting';
import type { Face } from './request-card';
import classes from './requests.module.css';

/** A teacher who can be asked, as the page draws one. */
export interface Alternative {
  id: string;
  name: string;
  imageUrl: string | null;
  path: PagePath;
  /** Place and stars. */
  about: ReactNode;
}

interface AlternativesProps {
  request: ShownRequest;
  status: 'loading' | 'ready' | 'failed';
  alternatives: readonly Alternative[];
  portrait: Face;
  /** The search for the same wish in every city. */
  everywhere: Href;
  /** Called before the first is asked: what is listed then stays, so that nothing moves under a finger. */
  onAsk(): void;
  onRetry(): void;
}

/** Other teachers for the wish of a silent request, each asked with one press. */
export function Alternatives(props: AlternativesProps) {
  const { request, status, alternatives, portrait, everywhere, onAsk, onRetry } = props;
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const wish = togetherWith(request, useRequests().data);
  const waiting = wish.filter((one) => one.status === 'Pendente').length;
  const name = firstName(otherName(request));
  const isFull = waiting >= AT_ONCE;
  const titleId = useId();
  return (
    <section className={classes.box} aria-labelledby={titleId}>
      <h2 id={titleId}>Peça também a outros professores</h2>
      <p>
        {request.status === 'Pendente' ? `${name} ainda não respondeu. O pedido continua valendo. ` : null}
        Até três professores podem estar com ele, igual. Quando um aceitar, retiramos os outros em seu nome.
      </p>
      {namesTeacher(request) ? (
        <p className={classes.summary}>Seu texto chama {name} pelo nome, e vai igual para os outros.</p>
      ) : null}
      {status === 'loading' ? (
        <p role="status" aria-busy="true">
          Procurando professores…
        </p>
      ) : null}
      {status === 'failed' ? (
        <div role="alert">
          <p>
            {offline
              ? 'Sem conexão, e os professores ainda não foram salvos neste aparelho.'
              : 'Não foi possível procurar outros professores.'}
          </p>
          <button type="button" className={classes.plain} onClick={onRetry}>
            Tentar de novo
          </button>
        </div>
      ) : null}
      {status === 'ready' && alternatives.length === 0 ? (
        <div>
          <p>Nenhum outro professor desta cidade ensina este estilo nos seus horários.</p>
          <Link className={classes.plain} to={everywhere}>
            Procurar em todas as cidades
          </Link>
        </div>
      ) : null}
      {isFull ? (
        <p role="status">Três professores estão com o pedido. Para pedir a outro, cancele um deles.</p>
      ) : null}
      <ul className={classes.others}>
        {alternatives.map((one) => (
          <Card
            key={one.id}
            request={request}
            alternative={one}
            asked={wish.find(({ teacher_id }) => teacher_id === one.id) ?? null}
            isFull={isFull}
            portrait={portrait}
            onAsk={onAsk}
          />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  request: ShownRequest;
  alternative: Alternative;
  /** The request that was made to this teacher. */
  asked: ShownRequest | null;
  isFull: boolean;
  portrait: Face;
  onAsk(): void;
}

function Card({ request, alternative, asked, isFull, portrait, onAsk }: CardProps) {
  const { id, name, imageUrl, path, about } = alternative;
  // The same id for every press, so that a second one is the same write.
  const [firstId] = useState(freshId);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const told = useRef<HTMLParagraphElement>(null);
  const once = useOnce();

  async function ask() {
    onAsk();
    setBusy(true);
    setFailure(null);
    const outcome = await askBesides(request, id, firstId);
    setBusy(false);
    if (outcome.kind === 'stored') {
      // The button goes: its place says what became of the press.
      requestAnimationFrame(() => told.current?.focus());
      return true;
    }
    setFailure(notQueuedText(outcome));
    return false;
  }

  return (
    <li className={classes.nextCard}>
      <span className={classes.face}>{portrait({ id, name, imageUrl })}</span>
      <div className={classes.words}>
        <h3>
          <Link to={path}>{name}</Link>
        </h3>
        <p>{about}</p>
      </div>
      <div className={classes.nextStep}>
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
        {asked ? (
          <p ref={told} tabIndex={-1} className={classes.sending}>
            {askedText(asked)}{' '}
            <Link className={classes.plain} to={`/student/requests/${asked.id}`}>
              Ver pedido<VisuallyHidden> a {name}</VisuallyHidden>
            </Link>
          </p>
        ) : (
          <Button variant="outline" loading={busy} disabled={isFull} onClick={() => void once(ask)}>
            Pedir também<VisuallyHidden> a {name}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  );
}

function askedText({ write, stored }: ShownRequest): string {
  if (stored || !write) return 'Pedido enviado.';
  const { text } = sendingOf(write);
  return text.endsWith('.') ? text : `${text}.`;
}
