import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormNote } from '../components/form-note';
import { PROFILE } from '../messages';
import { loadMyData, type MyDataOutcome } from '../my-data';
import { momentText } from './data-text';
import { HeldData } from './held-data';
import classes from './own.module.css';

type Found = Extract<MyDataOutcome, { kind: 'ok' }>;

const ONLY_SERVER =
  'Acessos, termos aceitos, histórico de alterações e números de avaliação estão só no servidor: abra de novo com internet para ver tudo.';

function noteOf({ source, readAt }: Found): string | null {
  if (source === 'server') return null;
  if (source === 'copy') return `Sem conexão: esta é a cópia que você abriu em ${momentText(readAt)}.`;
  return `Sem conexão: isto é o que está guardado neste aparelho. ${ONLY_SERVER}`;
}

function failureText(outcome: MyDataOutcome): string | null {
  if (outcome.kind === 'network')
    return 'Sem conexão, e este aparelho ainda não guardou seus dados. Tente de novo quando a conexão voltar.';
  return outcome.kind === 'signed-out' ? PROFILE.signedOut : null;
}

/** Everything held about me (LGPD art. 18): read here, taken along as a file, offline too. */
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
        {note ? <FormNote kind="offline">{note}</FormNote> : null}
        {failure ? <FormNote kind="failure">{failure}</FormNote> : null}
      </div>
      {found ? <HeldData data={found.data} /> : null}
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
  // The browser has taken hold of the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
