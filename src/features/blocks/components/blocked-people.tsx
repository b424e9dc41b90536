import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { useOnce } from '@/lib/use-once';
import { showToast } from '@/ui/toast';
import { setBlock } from '../actions';
import type { Blocked } from '../overlay';
import { useBlocked } from '../queries';
import { tellNotStored } from './block-button';
import classes from './blocks.module.css';

/** The list 'Pessoas bloqueadas' in the settings. `requestsOf` renders the user's requests with that person. */
export function BlockedPeople({ requestsOf }: { requestsOf?(personId: string): ReactNode }) {
  const { status, data: people } = useBlocked();
  const heading = useRef<HTMLHeadingElement>(null);
  const once = useOnce();
  const title = useId();
  if (status === 'signed-out') return null;
  const unblock = async (person: Blocked) => {
    const stored = await setBlock(person, false);
    if (stored.kind !== 'stored') {
      await tellNotStored(stored);
      return false;
    }
    // The pressed button is removed with its row, so the focus moves to the heading.
    heading.current?.focus();
    await showToast({ title: `Você desbloqueou ${person.name}`, id: 'block' });
    return true;
  };
  return (
    <section
      className={`${classes.box} ${classes.card}`}
      aria-labelledby={title}
      aria-busy={status === 'loading'}
    >
      <h2 id={title} ref={heading} tabIndex={-1}>
        Pessoas bloqueadas
      </h2>
      {status === 'failed' ? (
        <p className={classes.hint}>A lista ainda não chegou a este aparelho. Conecte-se e abra de novo.</p>
      ) : null}
      {status === 'ready' && people.length === 0 ? (
        <p className={classes.hint}>Você não bloqueou ninguém.</p>
      ) : null}
      {people.length > 0 ? (
        <>
          <p className={classes.hint}>
            Vocês não podem pedir nem receber aulas um do outro. Perfis, publicações e pedidos destas pessoas
            não aparecem nas suas listas, e ninguém é avisado.
          </p>
          <ul className={classes.list}>
            {people.map((person) => (
              <li key={person.id}>
                <span>{person.name}</span>
                <Button
                  variant="outline"
                  aria-label={`Desbloquear ${person.name}`}
                  onClick={() => void once(() => unblock(person))}
                >
                  Desbloquear
                </Button>
                {requestsOf?.(person.id)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
