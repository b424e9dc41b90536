import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useReservedHeight } from '@/ui/use-reserved-height';
import { askNatively, sayNo } from '../ask';
import { wayHere } from '../here';
import { useInTheWay } from '../in-the-way';
import { wantInstall } from '../state';
import classes from './invitation.module.css';

/** Milliseconds that screen readers need before they announce changes in a new live region. */
const ANNOUNCE_DELAY = 200;

const TEXT = {
  title: 'Leve o Danceflix com você',
  text: 'Abre com um toque na tela inicial, também sem internet.',
} as const;

/** The invitation at the bottom of the page. It never takes the focus, and hides while the user does something else. */
export function Invitation() {
  const card = useRef<HTMLElement>(null);
  const [way] = useState(wayHere);
  const [said, setSaid] = useState(false);
  const isHidden = useInTheWay();
  useReservedHeight(card, '--offer-height');

  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), ANNOUNCE_DELAY);
    return () => clearTimeout(timer);
  }, []);

  const leave = () => {
    // Moves the focus to the page before the focused button disappears.
    if (card.current?.contains(document.activeElement))
      document.getElementById('conteudo')?.focus({ preventScroll: true });
    sayNo();
  };
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  };

  return (
    <aside
      ref={card}
      data-fixed-below
      className={classes.place}
      aria-label="Instalar o Danceflix"
      hidden={isHidden}
      onKeyDown={leaveByKey}
    >
      <div className={classes.card}>
        <img className={classes.icon} src="/icons/icon-192.png" alt="" width={48} height={48} />
        <div role="status" className={classes.text}>
          {said ? (
            <>
              <strong>{TEXT.title}</strong>
              <span>{TEXT.text}</span>
            </>
          ) : null}
        </div>
        <div className={classes.actions}>
          <Button variant="outline" onClick={leave}>
            Agora não
          </Button>
          {way.kind === 'native' ? (
            <Button onClick={() => void askNatively()}>Instalar</Button>
          ) : (
            <Button onClick={wantInstall}>
              {way.kind === 'in-app' ? 'Abrir no navegador' : 'Ver como instalar'}
            </Button>
          )}
        </div>
      </div>
    </aside>
  );
}
