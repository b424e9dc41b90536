import { useRef, useState } from 'react';
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { TextField } from '@/ui/fields';
import { Notice } from '@/ui/notice';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import classes from '../core/core.module.css';
import { Question } from '../core/question';
import { count } from '../core/schema';
import { call } from '../core/server';
import { useAnswer } from '../core/use-answer';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';

const counts = z.object({ teachers: count, students: count, requests: count, events: count });
const state = z.object({ allowed: z.boolean(), counts });

const KINDS = [
  { key: 'teachers', label: 'Professores', most: 50 },
  { key: 'students', label: 'Alunos', most: 50 },
  { key: 'requests', label: 'Pedidos', most: 100 },
  { key: 'events', label: 'Eventos', most: 20 },
] as const;
type Kind = (typeof KINDS)[number]['key'];

const FIRST: Record<Kind, string> = { teachers: '5', students: '5', requests: '5', events: '2' };

/** Creates and removes marked test rows, on servers that allow it. */
export function TestData() {
  const writing = useWriting();
  const [wanted, setWanted] = useState(FIRST);
  const [errors, setErrors] = useState<Partial<Record<Kind, string>>>({});
  const [removing, setRemoving] = useState(false);
  /** The command's id, reused by a retry so that it creates no further rows. */
  const command = useRef(freshId());
  const query = useAnswer({
    key: 'admin_test_data',
    ask: (signal) => call('admin_test_data', {}, (value) => value, signal),
    read: (value) => state.parse(value),
  });

  const create = async () => {
    const found = Object.fromEntries(
      KINDS.filter(({ key, most }) => !/^\d{1,3}$/.test(wanted[key]) || Number(wanted[key]) > most).map(
        ({ key, most }) => [key, `Digite um número de 0 a ${most}.`],
      ),
    );
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const numbers = Object.fromEntries(KINDS.map(({ key }) => [key, Number(wanted[key])]));
    const outcome = await writing.run(
      () =>
        call('admin_create_test_data', { command_id: command.current, wanted: numbers }, (value) => value),
      { title: 'Dados de teste criados' },
    );
    if (!outcome) return;
    command.current = freshId();
    query.reload();
  };

  const remove = async () => {
    const outcome = await writing.run(
      () => call('admin_remove_test_data', { command_id: freshId() }, (value) => value),
      { title: 'Dados de teste removidos' },
    );
    if (!outcome) return;
    setRemoving(false);
    query.reload();
  };

  const found = query.value;
  return (
    <AdminPage
      title="Dados de Teste"
      lead="Pessoas e eventos de mentira, marcados, para experimentar. Remover apaga só o que tem a marca."
    >
      <KeptNote query={query} />
      {found === null ? <NoAnswer query={query} /> : null}
      {found && !found.allowed ? (
        <Notice
          title="Este servidor não permite dados de teste"
          text="A configuração test_data_allowed está desligada. Quem cuida do servidor pode ligá-la."
        />
      ) : null}
      {found ? (
        <div className={classes.tiles}>
          {KINDS.map(({ key, label }) => (
            <dl key={key} className={classes.tile}>
              <dt>{label}</dt>
              <dd>{found.counts[key]}</dd>
              <dd>de teste</dd>
            </dl>
          ))}
        </div>
      ) : null}
      {found?.allowed ? (
        <form
          className={classes.card}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void create();
          }}
        >
          <h2>Criar mais</h2>
          <div className={classes.pair}>
            {KINDS.map(({ key, label }) => (
              <TextField
                key={key}
                label={label}
                inputMode="numeric"
                maxLength={3}
                value={wanted[key]}
                error={errors[key]}
                onChange={({ currentTarget: { value } }) => setWanted({ ...wanted, [key]: value })}
              />
            ))}
          </div>
          <div className={classes.actions}>
            <WriteButton type="submit" writing={writing}>
              Criar dados de teste
            </WriteButton>
            <WriteButton
              writing={writing}
              variant="outline"
              disabled={KINDS.every(({ key }) => found.counts[key] === 0)}
              onClick={() => setRemoving(true)}
            >
              Remover dados de teste
            </WriteButton>
          </div>
        </form>
      ) : null}
      {removing ? (
        <Question
          title="Remover todos os dados de teste?"
          action="Remover"
          writing={writing}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        >
          <p>Só o que tem a marca de teste é apagado. Contas de verdade não são tocadas.</p>
        </Question>
      ) : null}
    </AdminPage>
  );
}
