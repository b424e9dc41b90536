import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormNote } from '../fields/form-note';
import { PROFILE } from '../messages';
import { loadMyData, type MyDataOutcome, type Obstacle } from './data-file';
import { momentText } from './data-text';
import { HeldData } from './held-data';
import classes from './own.module.css';
import { ReleaseLine } from './release-line';

type Found = Extract<MyDataOutcome, { kind: 'ok' }>;

const ONLY_SERVER =
  'Acessos, termos aceitos, histórico de alterações e números de avaliação estão só no servidor: abra de novo mais tarde, com internet, para ver tudo.';

const WHY = { network: 'Sem conexão', server: 'O servidor não respondeu' } as const satisfies Record<
  Obstacle,
  string
>;

function noteOf(found: Found): string | null {
  if (found.source === 'server') return null;
  const why = WHY[found.why];
  if (found.source === 'copy') return `${why}: esta é a cópia que você abriu em ${momentText(found.readAt)}.`;
  return `${why}: isto é o que está salvo neste aparelho. ${ONLY_SERVER}`;
}

function failureText(outcome: MyDataOutcome): string | null {
  if (outcome.kind === 'failed') {
    const then = outcome.why === 'network' ? 'quando a conexão voltar' : 'daqui a pouco';
    return `${WHY[outcome.why]}, e este aparelho ainda não salvou seus dados. Tente de novo ${then}.`;
  }
  return outcome.kind === 'signed-out' ? PROFILE.signedOut : null;
}

/** Shows all data held about the user (LGPD art. 18) and downloads it as a file, offline too. */
export function MyData() {
  const [outcome, setOutcome] = useState<MyDataOutcome | null>(null);
  const [loading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    setOutcome(await loadMyData());
    setLoading(false);
  }

  const found = outcome?.kind === 'ok' ? outcome : null;
  const note = found && noteOf(found);
  const failure = outcome && failureText(outcome);
  const offline = found && found.source !== 'server' && found.why === 'network';
  return (
    <div className={classes.form}>
      <p>Veja tudo o que o Danceflix guarda sobre você e leve uma cópia em arquivo, quando quiser.</p>
      <div className={classes.buttons}>
        <Button variant="outline" loading={loading} onClick={load}>
          {found ? 'Atualizar meus dados' : 'Ver meus dados'}
        </Button>
        {found ? (
          <Button variant="outline" onClick={() => download(found)}>
            Baixar em JSON
          </Button>
        ) : null}
      </div>
      <div role="status">
        {note ? <FormNote kind={offline ? 'offline' : 'failure'}>{note}</FormNote> : null}
        {failure ? <FormNote kind="failure">{failure}</FormNote> : null}
      </div>
      {found ? <HeldData data={found.data} /> : null}
      <ReleaseLine />
    </div>
  );
}

function download({ data, source, readAt }: Found): void {
  const content = source === 'server' ? data : { source, read_at: new Date(readAt).toISOString(), data };
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = 'danceflix-meus-dados.json';
  link.click();
  // The download has started by the next task, so the address can be revoked then.
  setTimeout(() => URL.revokeObjectURL(address));
}
