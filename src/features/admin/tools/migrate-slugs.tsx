import { useState } from 'react';
import { Link } from '@/ui/link';
import { AdminPage } from '../core/admin-page';
import classes from '../core/core.module.css';
import { call } from '../core/server';
import { failureText } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { TEACHERS, type TeacherRow } from '../people/teachers';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';

const COLUMNS: readonly [Column<TeacherRow>, ...Column<TeacherRow>[]] = [
  {
    title: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <Link to={`/admin/teachers/${id}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  { title: 'Cidade', cell: ({ city_name }) => city_name, csv: ({ city_name }) => city_name },
];

/** Teachers per request. */
const AT_ONCE = 500;

type Progress =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; total: number }
  | { kind: 'over'; done: number; total: number; problem: string | null };

/** Gives an address to every teacher without one, one after the other. */
export function MigrateSlugs() {
  const writing = useWriting();
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const list = useList({
    source: TEACHERS,
    sorts: [
      { key: 'name', label: 'Nome' },
      { key: '-created_at', label: 'Mais novos' },
    ],
    fixed: { has_slug: 'false' },
  });

  const run = async () => {
    const all = await everyone();
    if ('problem' in all) {
      setProgress({ kind: 'over', done: 0, total: 0, problem: all.problem });
      return;
    }
    const total = all.teachers.length;
    let done = 0;
    let problem: string | null = null;
    for (const { id, name } of all.teachers) {
      setProgress({ kind: 'running', done: done + 1, total });
      const answer = await call(
        'update_teacher_slug',
        { teacher_id: id, teacher_name: name },
        (value) => value,
      );
      if (answer.kind === 'ok') done += 1;
      else problem = `${name}: ${failureText(answer)}`;
      if (answer.kind === 'unreachable' || answer.kind === 'signed-out') break;
    }
    setProgress({ kind: 'over', done, total, problem });
    list.query.reload();
  };

  return (
    <AdminPage
      title="Migrar URLs"
      lead="Professores que ainda não têm um endereço com o próprio nome."
      actions={
        <WriteButton
          writing={writing}
          disabled={progress.kind === 'running' || list.rows.length === 0}
          onClick={() => void run()}
        >
          Criar endereços
        </WriteButton>
      }
    >
      <div role="status">
        {progress.kind === 'running' ? (
          <>
            <progress
              className={classes.progress}
              max={progress.total}
              value={progress.done}
              aria-label="Endereços criados"
            />
            <p>
              {progress.done} de {progress.total}
            </p>
          </>
        ) : null}
        {progress.kind === 'over' ? (
          <p>
            {progress.done} de {progress.total} endereços criados.
          </p>
        ) : null}
      </div>
      <p role="alert" className={classes.failure}>
        {progress.kind === 'over' ? progress.problem : null}
      </p>
      <AdminTable
        list={list}
        label="Professores sem endereço"
        noun={['professor sem endereço', 'professores sem endereço']}
        columns={COLUMNS}
        nameOf={({ name }) => name}
        searchLabel={null}
        fileName={null}
        empty={{ title: 'Todos têm endereço', text: 'Não há nada para migrar.' }}
      />
    </AdminPage>
  );
}

/** Fetches all pages of teachers without an address. */
async function everyone(): Promise<{ teachers: TeacherRow[] } | { problem: string }> {
  const teachers: TeacherRow[] = [];
  let after: unknown = null;
  do {
    const request = { q: '', filters: { has_slug: 'false' }, sort: 'name', after, size: AT_ONCE };
    const answer = await TEACHERS.ask(request);
    if (answer.kind !== 'ok') return { problem: failureText(answer) };
    const page = TEACHERS.read(answer.value);
    teachers.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return { teachers };
}
