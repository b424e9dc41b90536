import { DataLink } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import { Badge } from '../core/cells';
import core from '../core/core.module.css';
import { momentText } from '../core/labels';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { audienceText, BULK_STATES, type Bulk, turnBulk } from './bulk';
import classes from './bulk.module.css';
import { Recipients } from './recipients';
import { useSending } from './use-sending';

const BACK = '/admin/bulk-notifications';

/** One sending: its progress, buttons to stop and resume, and the outcome for each recipient. */
export function SendingView({ id }: { id: string }) {
  const { query, bulk, problem, show } = useSending(id);
  const writing = useWriting();

  const turn = async (way: 'stop' | 'resume') => {
    const outcome = await writing.run(() => turnBulk(id, way), {
      title: way === 'stop' ? 'Envio parado' : 'O envio continua',
    });
    if (outcome) show(outcome.value);
  };

  return (
    <AdminPage
      title="Envio"
      lead={bulk ? `Para: ${audienceText(bulk)}` : ''}
      actions={
        <>
          <LinkButton to={BACK} variant="outline">
            Todos os envios
          </LinkButton>
          {bulk?.state === 'sending' ? (
            <WriteButton writing={writing} onClick={() => void turn('stop')}>
              Parar envio
            </WriteButton>
          ) : null}
          {bulk?.state === 'stopped' ? (
            <WriteButton writing={writing} onClick={() => void turn('resume')}>
              Continuar envio
            </WriteButton>
          ) : null}
        </>
      }
    >
      <KeptNote query={query} />
      {bulk ? (
        <>
          <Progress bulk={bulk} problem={problem} offline={writing.blocked !== null} />
          <Recipients key={bulk.state} id={id} />
        </>
      ) : query.value ? (
        <Notice
          title="Este envio não existe"
          text="O endereço pode estar incompleto."
          action={<LinkButton to={BACK}>Ver os envios</LinkButton>}
        />
      ) : (
        <NoAnswer query={query} />
      )}
    </AdminPage>
  );
}

interface ProgressProps {
  bulk: Bulk;
  problem: string | null;
  offline: boolean;
}

function Progress({ bulk, problem, offline }: ProgressProps) {
  const { title, body, url, state, total, sent, gone } = bulk;
  const number = (many: number) => many.toLocaleString('pt-BR');
  const tone = state === 'done' ? 'good' : state === 'stopped' ? 'bad' : 'wait';
  return (
    <section className={core.card} aria-label="Andamento">
      <div>
        <Badge tone={tone}>{BULK_STATES[state]}</Badge>
      </div>
      <progress className={core.progress} max={total} value={sent + gone} aria-label="Pessoas avisadas" />
      <p role="status">
        <strong>
          {number(sent)} de {number(total)} receberam na caixa de entrada.
        </strong>{' '}
        {gone > 0 ? goneText(gone) : ''} {state === 'sending' ? (offline ? GOES_ON_UNSEEN : GOES_ON) : ''}
        {state === 'stopped' ? 'Ninguém mais recebe até o envio continuar.' : ''}
      </p>
      <p role="alert" className={core.failure}>
        {state === 'sending' ? problem : null}
      </p>
      <div className={classes.message}>
        <h2>{title}</h2>
        <p>{body}</p>
        {url ? <DataLink to={url}>{url}</DataLink> : null}
      </div>
      <p className={classes.numbers}>
        <span>
          Começou em {momentText(bulk.created_at)}
          {bulk.created_by ? `, por ${bulk.created_by.name}` : ''}
        </span>
        {bulk.finished_at ? <span>Terminou em {momentText(bulk.finished_at)}</span> : null}
      </p>
    </section>
  );
}

const GOES_ON = 'Você pode fechar esta página: o servidor continua, mais devagar.';

const GOES_ON_UNSEEN =
  'Sem conexão: o servidor continua sozinho, mais devagar, e os números voltam a andar com a conexão.';

const goneText = (gone: number) =>
  gone === 1
    ? '1 pessoa saiu do Danceflix antes.'
    : `${gone.toLocaleString('pt-BR')} pessoas saíram do Danceflix antes.`;
