import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import { Modal } from '@/ui/modal';
import classes from '../core/core.module.css';
import { failureText } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { type ImportRow, readImport } from './import-file';
import { importSupporters } from './supporters';

/** Rows that travel at once: often enough for progress, few enough for one answer in time. */
const AT_ONCE = 500;
const SHOWN = 8;

interface Chosen {
  name: string;
  rows: ImportRow[];
  /** One for each part of the file: a second attempt repeats the first and imports nothing twice. */
  commands: string[];
}

type Stage =
  | { at: 'choice' }
  | { at: 'preview' }
  | { at: 'running'; done: number }
  | { at: 'result'; saved: number; failed: number };

/** Takes over the platform's list: what is in the file is seen before, and counted while it goes. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const writing = useWriting();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [stage, setStage] = useState<Stage>({ at: 'choice' });
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    const read = readImport(await file.text());
    if (read.kind === 'unreadable') {
      setChosen(null);
      setStage({ at: 'choice' });
      setProblem(read.text);
      return;
    }
    const parts = Math.ceil(read.rows.length / AT_ONCE);
    const commands = Array.from({ length: parts }, () => crypto.randomUUID());
    setChosen({ name: file.name, rows: read.rows, commands });
    setStage({ at: 'preview' });
  };

  const run = async ({ rows, commands }: Chosen) => {
    const release = holdBusy();
    setProblem('');
    let [saved, failed] = [0, 0];
    try {
      for (const [part, command] of commands.entries()) {
        const from = part * AT_ONCE;
        setStage({ at: 'running', done: from });
        const entries = rows.slice(from, from + AT_ONCE).map(({ entry }) => entry);
        const answer = await importSupporters(command, entries);
        if (answer.kind !== 'ok') {
          setProblem(`${failureText(answer)} Importar de novo continua de onde parou.`);
          setStage({ at: 'preview' });
          onDone();
          return;
        }
        saved += answer.value.saved;
        failed += answer.value.failed;
      }
      setStage({ at: 'result', saved, failed });
      onDone();
    } finally {
      release();
    }
  };

  const running = stage.at === 'running';
  return (
    <Modal
      title="Importar apoiadores"
      onClose={running ? null : onClose}
      actions={
        stage.at === 'result' ? (
          <Button onClick={onClose}>Fechar</Button>
        ) : (
          <>
            <WriteButton
              writing={writing}
              disabled={chosen === null || running}
              onClick={() => chosen && void run(chosen)}
            >
              {running ? 'Importando…' : 'Importar'}
            </WriteButton>
            <Button variant="outline" disabled={running} onClick={onClose}>
              Voltar
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        {stage.at === 'choice' || stage.at === 'preview' ? (
          <div>
            <label htmlFor={id} className={classes.fileLabel}>
              Arquivo CSV da plataforma
            </label>
            <input
              ref={input}
              id={id}
              className={classes.file}
              type="file"
              accept=".csv,text/csv"
              aria-describedby={`${id}-about`}
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
            <p id={`${id}-about`} className={classes.muted}>
              Colunas: email, tier ou amount, active. Quem já apoia é atualizado.
            </p>
          </div>
        ) : null}
        {chosen && stage.at === 'preview' ? <Preview chosen={chosen} /> : null}
        {chosen && stage.at === 'running' ? (
          <>
            <progress className={classes.progress} max={chosen.rows.length} value={stage.done} aria-label="Importação" />
            <p role="status">
              {stage.done} de {chosen.rows.length} linhas
            </p>
          </>
        ) : null}
        <p role="status" className={stage.at === 'result' ? undefined : classes.failure}>
          {stage.at === 'result' ? resultText(stage) : (writing.blocked ?? problem)}
        </p>
      </div>
    </Modal>
  );
}

function resultText({ saved, failed }: { saved: number; failed: number }): string {
  const first = saved === 1 ? '1 apoiador importado.' : `${saved} apoiadores importados.`;
  if (failed === 0) return first;
  const lines = failed === 1 ? '1 linha não foi aceita' : `${failed} linhas não foram aceitas`;
  return `${first} ${lines}: o motivo de cada uma está no registro da página.`;
}

function Preview({ chosen: { name, rows } }: { chosen: Chosen }) {
  const broken = rows.filter(({ problem }) => problem !== null);
  const shown = [...broken, ...rows.filter(({ problem }) => problem === null)].slice(0, SHOWN);
  return (
    <section aria-label="Prévia do arquivo">
      <p>
        <strong>{name}</strong>: {rows.length === 1 ? '1 linha' : `${rows.length} linhas`}
        {broken.length > 0 ? `, ${broken.length} com problema` : ''}.
      </p>
      <ul className={classes.lines}>
        {shown.map(({ line, entry, problem }) => (
          <li key={line}>
            <span>
              Linha {line}: {String(entry.email)} · {String(entry.tier ?? '')} {String(entry.amount ?? '')}{' '}
              {entry.active === false ? '· inativo' : ''}
            </span>
            {problem ? <span className={classes.failure}>{problem}</span> : null}
          </li>
        ))}
      </ul>
      {rows.length > shown.length ? <p className={classes.muted}>E mais {rows.length - shown.length}.</p> : null}
    </section>
  );
}
