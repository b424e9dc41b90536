import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { freshId } from '@/lib/browser/random';
import { useBusy } from '@/lib/use-busy';
import { Modal } from '@/ui/modal';
import classes from '../core/core.module.css';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { csvFileText } from '../table/csv';
import { type InvitationLine, type Places, readInvitations } from './invitation-file';
import { inviteTeachers } from './invitations';

const SHOWN = 20;

interface Chosen {
  name: string;
  /** Read at each drawing: cities that are still loading make a line right when they come. */
  text: string;
  /** Stays with the file, so that another attempt invites no one twice. */
  commandId: string;
}

interface Refused {
  line: number;
  name: string;
  why: string;
}

/** Invites everybody of a file: first what each line would do, then what came of it. */
export function InviteManyDialog({
  places,
  onClose,
  onDone,
}: {
  places: Places;
  onClose(): void;
  onDone(): void;
}) {
  const id = useId();
  const writing = useWriting();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState('');
  const [result, setResult] = useState<{ invited: number; refused: Refused[] } | null>(null);
  const lines = useMemo(() => {
    const read = chosen === null ? null : readInvitations(chosen.text, places);
    return read?.kind === 'ok' ? read.lines : [];
  }, [chosen, places]);
  const ready = lines.filter(({ entry }) => entry !== null);
  const wrong = refusedOf(lines);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setChosen(null);
    setProblem('');
    const text = csvFileText(await file.arrayBuffer());
    const read = readInvitations(text, places);
    if (read.kind === 'ok') setChosen({ name: file.name, text, commandId: freshId() });
    else setProblem(read.text);
  };

  const send = async ({ commandId }: Chosen) => {
    const entries = ready.flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const outcome = await writing.run(() => inviteTeachers(commandId, entries));
    if (!outcome) return;
    const others = outcome.value.others.flatMap(({ at, why }) => {
      const source = ready[at];
      return source ? [{ line: source.line, name: source.name, why }] : [];
    });
    setResult({
      invited: outcome.value.invited,
      refused: [...wrong, ...others].sort((a, b) => a.line - b.line),
    });
    onDone();
  };

  useBusy(chosen !== null && result === null);
  return (
    <Modal
      title="Convidar por CSV"
      onClose={writing.busy ? null : onClose}
      actions={
        result ? (
          <Button onClick={onClose}>Fechar</Button>
        ) : (
          <>
            <WriteButton
              writing={writing}
              disabled={ready.length === 0}
              onClick={() => chosen && void send(chosen)}
            >
              {ready.length === 1 ? 'Criar 1 convite' : `Criar ${ready.length} convites`}
            </WriteButton>
            <Button variant="outline" disabled={writing.busy} onClick={onClose}>
              Voltar
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        {result ? (
          <section aria-label="Resultado" className={classes.form}>
            <p role="status">
              {result.invited === 1 ? '1 convite criado.' : `${result.invited} convites criados.`}
            </p>
            <RefusedLines refused={result.refused} />
          </section>
        ) : (
          <>
            <div>
              <label htmlFor={id} className={classes.fileLabel}>
                Arquivo CSV
              </label>
              <input
                id={id}
                className={classes.file}
                type="file"
                accept=".csv,text/csv"
                disabled={writing.busy}
                aria-describedby={`${id}-about`}
                onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
              />
              <p id={`${id}-about`} className={classes.muted}>
                Primeira linha: nome, email, telefone, cidade, estilos. Vários estilos: Forró/Zouk. Até 500
                linhas.
              </p>
            </div>
            {chosen ? (
              <section aria-label="Prévia do arquivo" className={classes.form}>
                <p role="status">
                  <strong>{chosen.name}</strong>: {ready.length} {ready.length === 1 ? 'pronta' : 'prontas'},{' '}
                  {wrong.length} com erro.
                </p>
                <RefusedLines refused={wrong} />
              </section>
            ) : null}
          </>
        )}
        <p role="alert" className={classes.failure}>
          {writing.blocked ?? (problem || writing.problem)}
        </p>
      </div>
    </Modal>
  );
}

const refusedOf = (lines: readonly InvitationLine[]): Refused[] =>
  lines.flatMap(({ line, name, problem }) => (problem === null ? [] : [{ line, name, why: problem }]));

function RefusedLines({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <>
      <ul className={classes.lines}>
        {refused.slice(0, SHOWN).map(({ line, name, why }) => (
          <li key={line}>
            <span>
              Linha {line}: {name === '' ? 'sem nome' : name}
            </span>
            <span className={classes.failure}>{why}</span>
          </li>
        ))}
      </ul>
      {refused.length > SHOWN ? <p className={classes.muted}>E mais {refused.length - SHOWN}.</p> : null}
    </>
  );
}
