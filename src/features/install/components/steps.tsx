import type { ReactNode } from 'react';
import {
  AddRowDrawing,
  ConfirmDrawing,
  DotsDrawing,
  HomeScreenDrawing,
  MenuRowDrawing,
  ShareAboveDrawing,
  ShareBelowDrawing,
} from './drawings';
import classes from './wanted-dialog.module.css';

function Step({ drawing, children }: { drawing: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {drawing}
      <p>{children}</p>
    </li>
  );
}

/** iPhone and iPad: by hand only, through the share sheet. */
export function IosSteps({ browser }: { browser: 'safari' | 'other' }) {
  const isSafari = browser === 'safari';
  return (
    <ol className={classes.steps}>
      <Step drawing={isSafari ? <ShareBelowDrawing /> : <ShareAboveDrawing />}>
        Toque em <strong>Compartilhar</strong> {isSafari ? 'na barra do Safari' : 'ao lado do endereço'}. Se
        não aparecer, toque antes em <strong>•••</strong>.
      </Step>
      <Step drawing={<AddRowDrawing />}>
        Role a lista e escolha <strong>Adicionar à Tela de Início</strong>.
      </Step>
      <Step drawing={<ConfirmDrawing />}>
        Confirme em <strong>Adicionar</strong>. O Danceflix fica junto dos seus apps.
      </Step>
    </ol>
  );
}

/** Browsers inside other apps cannot install anything, and their storage is soon deleted. */
export function InAppSteps({ app, system }: { app: string; system: 'android' | 'ios' }) {
  return (
    <>
      <p>
        Você está dentro de {app === 'outro aplicativo' ? app : `uma janela do ${app}`}. No seu navegador o
        Danceflix abre também sem internet e pode ser instalado.
      </p>
      {system === 'android' ? <p>Toque em Abrir no navegador. Se nada acontecer:</p> : null}
      <ol className={classes.steps}>
        <Step drawing={<DotsDrawing upright={system === 'android'} />}>
          Toque nos <strong>três pontinhos</strong> no alto da tela.
        </Step>
        <Step drawing={<MenuRowDrawing />}>
          Escolha <strong>Abrir no navegador</strong>
          {system === 'ios' ? (
            <>
              {' '}
              ou <strong>Abrir no Safari</strong>
            </>
          ) : null}
          . Se não houver, copie o link e cole no navegador.
        </Step>
      </ol>
    </>
  );
}

/** Browsers that have fired no install prompt. */
export function MenuSteps({ system }: { system: 'android' | 'computer' }) {
  if (system === 'android') {
    return (
      <ol className={classes.steps}>
        <Step drawing={<DotsDrawing upright />}>
          Abra o <strong>menu do navegador</strong>.
        </Step>
        <Step drawing={<MenuRowDrawing />}>
          Escolha <strong>Instalar app</strong> ou <strong>Adicionar à tela inicial</strong>.
        </Step>
        <Step drawing={<HomeScreenDrawing />}>Confirme. O Danceflix fica junto dos seus apps.</Step>
      </ol>
    );
  }
  return (
    <ol className={classes.steps}>
      <Step drawing={<DotsDrawing upright />}>
        No Chrome ou no Edge, abra o <strong>menu</strong> e escolha <strong>Instalar Danceflix</strong>. Às
        vezes o botão já está na barra de endereço.
      </Step>
      <Step drawing={<ShareAboveDrawing />}>
        No Safari do Mac, toque em <strong>Compartilhar</strong> e em <strong>Adicionar ao Dock</strong>.
      </Step>
    </ol>
  );
}
