import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { useOnce } from '@/lib/use-once';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';
import { SafetyLink } from '@/ui/safety-link';
import { showToast } from '@/ui/toast';
import { setBlock } from '../actions';
import { useBlocked } from '../queries';
import classes from './blocks.module.css';

interface BlockButtonProps {
  id: string;
  /** The other person's name as the user sees it. */
  name: string;
  /** Explains the effect of blocking in the question before it. */
  effect: string;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Blocks a person after a question, or unblocks them. Drawn for signed-in users only. */
export function BlockButton({ id, name, effect }: BlockButtonProps) {
  const { identity } = useIdentity();
  const { status, data: people } = useBlocked();
  const [asking, setAsking] = useState(false);
  const once = useOnce();
  const question = useId();
  const first = useRef<HTMLButtonElement>(null);
  if (identity?.state !== 'active' || identity.userId === id || status === 'signed-out') return null;
  const blocked = people.some((person) => person.id === id);
  const set = async (wanted: boolean) => {
    setAsking(false);
    const stored = await setBlock({ id, name }, wanted);
    first.current?.focus();
    if (stored.kind !== 'stored') {
      await tellNotStored(stored);
      return false;
    }
    await showToast({ title: wanted ? `Você bloqueou ${name}` : `Você desbloqueou ${name}`, id: 'block' });
    return true;
  };
  if (!asking) {
    return (
      <Button
        ref={first}
        variant="subtle"
        className={classes.quiet ?? ''}
        onClick={() => (blocked ? void once(() => set(false)) : setAsking(true))}
      >
        {blocked ? `Desbloquear ${name}` : `Bloquear ${name}`}
      </Button>
    );
  }
  return (
    <section className={classes.box} aria-labelledby={question}>
      <p id={question}>
        <strong>Bloquear {name}?</strong> {effect} {name} não recebe aviso. Você pode desfazer em
        Configurações.
      </p>
      <div className={classes.buttons}>
        <Button ref={focus} onClick={() => void once(() => set(true))}>
          Sim, bloquear
        </Button>
        <Button variant="outline" onClick={() => setAsking(false)}>
          Voltar
        </Button>
      </div>
      <SafetyLink />
    </section>
  );
}

export function tellNotStored(outcome: Exclude<Queued, { kind: 'stored' }>): Promise<void> {
  return showToast({
    title: 'Não foi possível salvar',
    description: notQueuedText(outcome),
    variant: 'destructive',
    id: 'block',
  });
}
