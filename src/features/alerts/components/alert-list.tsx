import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useOnce } from '@/lib/use-once';
import type { AlertWish } from '@/outbox/commands/alert-parts';
import type { Queued } from '@/outbox/own';
import { useReceipt } from '@/outbox/pending';
import { sendingOf } from '@/outbox/sending';
import type { StoredCommand } from '@/outbox/stored-command';
import { notQueuedText } from '@/outbox/words';
import { type NamesLookup, useNames } from '@/reads/use-names';
import { setAlert } from '../actions';
import { useOwnAlerts } from '../queries';
import { stopVisitorAlert, useVisitorAlerts, type VisitorAlert } from '../visitor-alerts';
import { soughtOf, soughtWords } from '../wish';
import classes from './alerts.module.css';

interface ListProps {
  level: 2 | 3;
  /** Shown where there is none; null: nothing is. */
  empty: React.ReactNode;
}

/** The signed-in person's alerts, each with its button to stop it. */
export function OwnAlerts({ level, empty }: ListProps) {
  const names = useNames();
  const { status, data } = useOwnAlerts();
  if (status === 'signed-out') return null;
  return (
    <Section level={level} empty={empty} isEmpty={data.length === 0} status={status}>
      {(done) =>
        data.map((alert) => (
          <Item
            key={alert.key}
            alert={alert}
            names={names}
            command={alert.write}
            stop={() => setAlert(alert, false)}
            onStopped={done}
          />
        ))
      }
    </Section>
  );
}

/** The alerts of a phone without an account. */
export function PhoneAlerts({ level, empty }: ListProps) {
  const names = useNames();
  const alerts = useVisitorAlerts();
  return (
    <Section level={level} empty={empty} isEmpty={alerts.length === 0} status="ready">
      {(done) =>
        alerts.map((alert) => <PhoneAlert key={alert.id} alert={alert} names={names} onStopped={done} />)
      }
    </Section>
  );
}

function PhoneAlert({
  alert,
  names,
  onStopped,
}: {
  alert: VisitorAlert;
  names: NamesLookup;
  onStopped(): void;
}) {
  const receipt = useReceipt(alert.id);
  const command = receipt.kind === 'unsent' ? receipt.command : null;
  return (
    <Item
      alert={alert}
      names={names}
      command={command}
      stop={() => stopVisitorAlert(alert, command?.status === 'rejected')}
      onStopped={onStopped}
    />
  );
}

interface SectionProps extends ListProps {
  isEmpty: boolean;
  status: 'ready' | 'loading' | 'failed';
  children(done: () => void): React.ReactNode;
}

function Section({ level, empty, isEmpty, status, children }: SectionProps) {
  const Heading = `h${level}` as const;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  if (isEmpty && status === 'ready' && empty === null) return null;
  return (
    <section className={classes.list} aria-labelledby={id} aria-busy={status === 'loading'}>
      <Heading id={id} ref={heading} tabIndex={-1}>
        Seus avisos de professores
      </Heading>
      {isEmpty ? (
        status === 'ready' ? (
          empty
        ) : (
          <p className={classes.text} role="status">
            {status === 'loading' ? 'Carregando…' : 'Não foi possível ler os seus avisos agora.'}
          </p>
        )
      ) : (
        // The button that was pressed leaves with its row: the focus goes to the heading.
        <ul>{children(() => heading.current?.focus({ preventScroll: true }))}</ul>
      )}
    </section>
  );
}

interface ItemProps {
  alert: AlertWish;
  names: NamesLookup;
  /** The last write about it while it is not delivered. */
  command: StoredCommand | null;
  stop(): Promise<Queued>;
  onStopped(): void;
}

function Item({ alert, names, command, stop, onStopped }: ItemProps) {
  const id = useId();
  const once = useOnce();
  const [failure, setFailure] = useState<string | null>(null);
  const sending = command && command.status !== 'delivered' ? sendingOf(command) : null;
  const press = async () => {
    const outcome = await stop();
    if (outcome.kind !== 'stored') {
      setFailure(notQueuedText(outcome));
      return false;
    }
    onStopped();
    return true;
  };
  return (
    <li>
      <p className={classes.wish} id={id}>
        {soughtWords(soughtOf(alert, names))}
        {sending ? (
          <small role="status">
            {sending.text}
            {sending.reason ? `: ${sending.reason}` : null}
          </small>
        ) : null}
      </p>
      <Button
        variant="subtle"
        className={classes.stop ?? ''}
        aria-describedby={id}
        onClick={() => void once(press)}
      >
        Parar de avisar
      </Button>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </li>
  );
}
