import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { holdBusy } from '@/lib/busy';
import { useBusy } from '@/lib/use-busy';
import { Modal } from '@/ui/modal';
import classes from '../core/core.module.css';
import { failureText } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { csvFileText } from '../table/csv';
import { readImport } from './import-file';
import {
  type ImportPart,
  type Plan,
  partsOf,
  planImport,
  type Refused,
  type Result,
  runImport,
} from './import-run';

const SHOWN = 20;

interface Chosen {
  name: string;
  rows: number;
  parts: ImportPart[];
}

type Stage =
  | { at: 'choice' }
  | { at: 'running'; word: 'Conferindo' | 'Importando'; done: number }
  | { at: 'planned'; plan: Plan }
  | { at: 'result'; result: Result };

/** Imports the crowdfunding platform's list, with a preview of the changes first and the progress while it runs. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const writing = useWriting();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [stage, setStage] = useState<Stage>({ at: 'choice' });
  const [problem, setProblem] = useState('');

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setStage({ at: 'choice' });
    setChosen(null);
    const read = readImport(csvFileText(await file.arrayBuffer()));
    if (read.kind === 'unreadable') {
      setProblem(read.text);
      return;
    }
    const parts = partsOf(read.rows);
    const answer = await planImport(parts, (done) => setStage({ at: 'running', word: 'Conferindo', done }));
    if (answer.kind !== 'ok') {
      setStage({ at: 'choice' });
      setProblem(failureText(answer));
      return;
    }
    setChosen({ name: file.name, rows: read.rows.length, parts });
    setStage({ at: 'planned', plan: answer.value });
  };

  const run = async ({ parts }: Chosen, plan: Plan) => {
    const release = holdBusy();
    setProblem('');
    const answer = await runImport(parts, (done) => setStage({ at: 'running', word: 'Importando', done }));
    release();
    if (answer.kind === 'ok') setStage({ at: 'result', result: answer.value });
    else {
      setStage({ at: 'planned', plan });
      setProblem(`${failureText(answer)} Importar de novo continua de onde parou.`);
    }
    onDone();
  };

  const running = stage.at === 'running';
  useBusy(stage.at === 'planned');
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
              disabled={stage.at !== 'planned'}
              onClick={() => chosen && stage.at === 'planned' && void run(chosen, stage.plan)}
            >
              Importar
            </WriteButton>
            <Button variant="outline" disabled={running} onClick={onClose}>
              Voltar
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        {stage.at === 'choice' || stage.at === 'planned' ? (
          <FileField disabled={writing.blocked !== null} onChoose={(file) => void choose(file)} />
        ) : null}
        {stage.at === 'planned' && chosen ? <PlanView chosen={chosen} plan={stage.plan} /> : null}
        {stage.at === 'running' ? (
          <>
            <progress
              className={classes.progress}
              max={chosen?.rows ?? 1}
              value={chosen ? stage.done : undefined}
              aria-label={stage.word}
            />
            <p role="status">
              {stage.word}… {stage.done} {chosen ? `de ${chosen.rows}` : ''} linhas
            </p>
          </>
        ) : null}
        {stage.at === 'result' ? <ResultView result={stage.result} /> : null}
        <p role="alert" className={classes.failure}>
          {writing.blocked ?? problem}
        </p>
      </div>
    </Modal>
  );
}

function FileField({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.fileLabel}>
        Arquivo CSV da plataforma
      </label>
      <input
        id={id}
        className={classes.file}
        type="file"
        accept=".csv,text/csv"
        disabled={disabled}
        aria-describedby={`${id}-about`}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
      <p id={`${id}-about`} className={classes.muted}>
        Colunas: email, tier ou amount, active. Quem já apoia é atualizado.
      </p>
    </div>
  );
}

const lines = (total: number) => (total === 1 ? '1 linha' : `${total} linhas`);

function PlanView({ chosen: { name, rows }, plan }: { chosen: Chosen; plan: Plan }) {
  const { fresh, changed, same, refused } = plan;
  return (
    <section aria-label="Prévia do arquivo" className={classes.form}>
      <p role="status">
        <strong>{name}</strong>: {lines(rows)}. {fresh} novos, {changed} mudam, {same} ficam como estão
        {refused.length > 0 ? `, ${refused.length} com erro` : ''}.
      </p>
      <RefusedList refused={refused} />
    </section>
  );
}

function ResultView({ result: { saved, same, refused } }: { result: Result }) {
  return (
    <section aria-label="Resultado da importação" className={classes.form}>
      <p role="status">
        {saved === 1 ? '1 apoio importado' : `${saved} apoios importados`}, {same} sem mudança,{' '}
        {refused.length} com erro.
      </p>
      <RefusedList refused={refused} />
    </section>
  );
}

function RefusedList({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <>
      <ul className={classes.lines}>
        {refused.slice(0, SHOWN).map(({ line, email, message }) => (
          <li key={line}>
            <span>
              Linha {line}: {email === '' ? 'sem e-mail' : email}
            </span>
            <span className={classes.failure}>{message}</span>
          </li>
        ))}
      </ul>
      {refused.length > SHOWN ? <p className={classes.muted}>E mais {refused.length - SHOWN}.</p> : null}
    </>
  );
}
