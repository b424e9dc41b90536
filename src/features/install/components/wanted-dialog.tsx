import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { Modal } from '@/ui/modal';
import { askNatively, sayNo } from '../ask';
import { wayHere } from '../here';
import { intentLink, type Way } from '../way';
import { CopyButton } from './copy-button';
import { InAppSteps, IosSteps, MenuSteps } from './steps';
import { UnsentNote } from './unsent-note';
import classes from './wanted-dialog.module.css';

/** Shows the browser's install prompt where there is one, otherwise the manual steps. */
export function WantedDialog() {
  const [way] = useState(wayHere);
  const asked = useRef(false);

  useEffect(() => {
    if (way.kind !== 'native' || asked.current) return;
    asked.current = true;
    void askNatively();
  }, [way]);

  return way.kind === 'native' ? null : <StepsDialog way={way} />;
}

type ByHand = Exclude<Way, { kind: 'native' }>;

function StepsDialog({ way }: { way: ByHand }) {
  const { identity } = useIdentity();
  useFocusBack();
  // An app installed from a computer's or Android's browser shares its storage; the others start empty.
  const isElsewhere = way.kind !== 'menu';
  return (
    <Modal
      title={way.kind === 'in-app' ? 'Abrir no navegador' : 'Instalar o Danceflix'}
      onClose={sayNo}
      actions={<Actions way={way} />}
    >
      <div className={classes.body}>
        {isElsewhere ? <UnsentNote toWhere={way.kind === 'in-app' ? 'o navegador' : 'o app'} /> : null}
        {stepsOf(way)}
        {isElsewhere && identity ? (
          <p className={classes.hint}>
            {way.kind === 'in-app' ? 'No navegador' : 'No app'}, entre de novo na sua conta.
          </p>
        ) : null}
      </div>
    </Modal>
  );
}

/** Returns the focus: the browser does so when a dialog is closed, but not when it is removed from the page. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const place = before?.isConnected ? before : document.getElementById('conteudo');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    },
    [before],
  );
}

function stepsOf(way: ByHand): ReactNode {
  switch (way.kind) {
    case 'ios':
      return <IosSteps browser={way.browser} />;
    case 'in-app':
      return <InAppSteps app={way.app} system={way.system} />;
    case 'menu':
      return <MenuSteps system={way.system} />;
  }
}

function Actions({ way }: { way: ByHand }) {
  const leave = (
    <Button variant="outline" onClick={sayNo}>
      Fechar
    </Button>
  );
  if (way.kind !== 'in-app') return leave;
  return (
    <>
      {way.system === 'android' ? (
        <Button component="a" href={intentLink(location.href)}>
          Abrir no navegador
        </Button>
      ) : null}
      <CopyButton />
      {leave}
    </>
  );
}
