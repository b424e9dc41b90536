import { type ReactNode, useState } from 'react';
import { freshId } from '@/lib/browser/random';
import { AdminPage } from '../core/admin-page';
import { Question } from '../core/question';
import type { RecordField, RecordValues } from '../core/record-fields';
import { RecordForm } from '../core/record-form';
import { RowButton } from '../core/row-button';
import { insert, remove, update } from '../core/server';
import { useWriting, type Writing } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import type { Row } from '../table/list';
import type { List } from '../table/use-list';

interface RecordListProps<R extends Row> {
  title: string;
  lead: string;
  /** The table to write to. Its policies admit administrators, and its triggers write the audit. */
  table: string;
  list: List<R>;
  columns: readonly [Column<R>, ...Column<R>[]];
  noun: readonly [string, string];
  nameOf(row: R): string;
  searchLabel: string | null;
  fileName: string;
  words: { create: string; saved: string; removed: string };
  fields: readonly RecordField[];
  /** Initial values of a new record. */
  fresh: RecordValues;
  valuesOf(row: R): RecordValues;
  /** Converts form values to the columns to write. */
  columnsOf(values: RecordValues): Record<string, unknown>;
  /** A switch in every row, with undo. */
  toggle?: { column: string; isOn(row: R): boolean; on: string; off: string };
  /** Further actions of a row. */
  more?(row: R, writing: Writing): ReactNode;
  /** The dialog that such an action has opened. */
  dialog?: ReactNode;
  /** Explains the consequence of removing; without it there is no remove button. */
  removal?: string;
  empty: { title: string; text: string };
  /** Links beside the button that creates a record. */
  links?: ReactNode;
}

type Open<R> =
  /** A new record gets its id once, so that a second attempt to save creates no second record. */
  { kind: 'new'; id: string } | { kind: 'edit'; row: R } | { kind: 'remove'; row: R } | null;

/** A list of records with a form: create, edit, switch, remove. */
export function RecordList<R extends Row>(props: RecordListProps<R>) {
  const { title, lead, table, list, words, toggle, removal, nameOf, fields, links } = props;
  const writing = useWriting();
  const [open, setOpen] = useState<Open<R>>(null);

  const done = () => {
    setOpen(null);
    list.query.reload();
  };

  const save = async (values: RecordValues) => {
    if (open === null) return false;
    const content = props.columnsOf(values);
    const write = () =>
      open.kind === 'new'
        ? insert(table, { id: open.id, ...content })
        : update(table, { column: 'id', value: open.row.id }, content);
    if (!(await writing.run(write, { title: words.saved }))) return false;
    done();
    return true;
  };

  const turn = async (row: R, on: boolean, canUndo: boolean) => {
    if (!toggle) return;
    const outcome = await writing.run(
      () => update(table, { column: 'id', value: row.id }, { [toggle.column]: on }),
      {
        title: canUndo ? `${nameOf(row)}: ${words.saved.toLowerCase()}` : 'Desfeito',
        ...(canUndo && { undo: () => void turn(row, !on, false) }),
      },
    );
    if (outcome) list.query.reload();
  };

  const removeNow = async (row: R) => {
    if (await writing.run(() => remove(table, row.id), { title: words.removed })) done();
  };

  return (
    <AdminPage
      title={title}
      lead={lead}
      actions={
        <>
          {links}
          <WriteButton writing={writing} onClick={() => setOpen({ kind: 'new', id: freshId() })}>
            {words.create}
          </WriteButton>
        </>
      }
    >
      <AdminTable
        {...props}
        label={title}
        actions={(row) => {
          const name = nameOf(row);
          const isOn = toggle?.isOn(row) ?? false;
          const turned = toggle && (isOn ? toggle.off : toggle.on);
          return (
            <>
              <RowButton
                writing={writing}
                label={`Editar: ${name}`}
                onClick={() => setOpen({ kind: 'edit', row })}
              >
                Editar
              </RowButton>
              {turned ? (
                <RowButton
                  writing={writing}
                  label={`${turned}: ${name}`}
                  onClick={() => void turn(row, !isOn, true)}
                >
                  {turned}
                </RowButton>
              ) : null}
              {props.more?.(row, writing)}
              {removal ? (
                <RowButton
                  writing={writing}
                  label={`Remover: ${name}`}
                  onClick={() => setOpen({ kind: 'remove', row })}
                >
                  Remover
                </RowButton>
              ) : null}
            </>
          );
        }}
      />
      {open?.kind === 'new' || open?.kind === 'edit' ? (
        <RecordForm
          title={open.kind === 'new' ? words.create : `Editar ${nameOf(open.row)}`}
          fields={fields}
          initial={open.kind === 'new' ? props.fresh : props.valuesOf(open.row)}
          writing={writing}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {props.dialog}
      {open?.kind === 'remove' ? (
        <Question
          title={`Remover ${nameOf(open.row)}?`}
          action="Remover"
          writing={writing}
          onConfirm={() => void removeNow(open.row)}
          onClose={() => setOpen(null)}
        >
          <p>{removal}</p>
        </Question>
      ) : null}
    </AdminPage>
  );
}
