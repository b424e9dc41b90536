import { Button } from '@mantine/core';
import { useState } from 'react';
import { foldEmail } from '@/lib/typed-text';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import { choicesOf, dayText, nameIn, reais, TIERS, YES_NO } from '../core/labels';
import { amountError, emailError, parseAmount } from '../core/numbers';
import { Question } from '../core/question';
import type { RecordField, RecordValues } from '../core/record-fields';
import { RecordForm } from '../core/record-form';
import { RowButton } from '../core/row-button';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { ImportDialog } from './import-dialog';
import { SupporterLog } from './supporter-log';
import { deactivateSupporter, SUPPORTERS, type SupporterRow, saveSupporter } from './supporters';

const COLUMNS: readonly [Column<SupporterRow>, ...Column<SupporterRow>[]] = [
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  {
    title: 'Pessoa',
    cell: ({ person, display_name }) => person?.name ?? display_name ?? 'Sem conta',
    csv: ({ person, display_name }) => person?.name ?? display_name,
  },
  { title: 'Nível', cell: ({ tier }) => nameIn(TIERS, tier), csv: ({ tier }) => nameIn(TIERS, tier) },
  {
    title: 'Valor',
    sort: 'amount',
    isNumber: true,
    cell: ({ amount }) => reais(amount),
    csv: ({ amount }) => amount,
  },
  {
    title: 'Situação',
    cell: ({ is_active }) => (
      <Badge tone={is_active ? 'good' : 'plain'}>{is_active ? 'Ativo' : 'Desativado'}</Badge>
    ),
    csv: ({ is_active }) => is_active,
  },
  {
    title: 'Desde',
    sort: 'created_at',
    cell: ({ created_at }) => dayText(created_at),
    csv: ({ created_at }) => dayText(created_at),
  },
];

const FIELDS: readonly RecordField[] = [
  { key: 'email', label: 'E-mail', kind: 'email', maxLength: 320, required: true, check: emailError },
  {
    key: 'tier',
    label: 'Nível',
    kind: 'select',
    options: [{ value: 'by_amount', label: 'Pelo valor' }, ...choicesOf(TIERS)],
    required: true,
  },
  {
    key: 'amount',
    label: 'Valor por mês, em reais (opcional)',
    kind: 'number',
    maxLength: 12,
    check: amountError,
  },
  {
    key: 'display_name',
    label: 'Nome público (opcional)',
    kind: 'text',
    maxLength: 80,
    check: (value) => (value.length < 2 ? 'O nome tem pelo menos 2 letras.' : null),
  },
  { key: 'is_listed', label: 'Mostrar o nome na página de apoiadores', kind: 'check' },
  { key: 'is_active', label: 'Apoio ativo', kind: 'check' },
];

type Open =
  | { kind: 'new' }
  | { kind: 'import' }
  | { kind: 'edit'; row: SupporterRow }
  | { kind: 'deactivate'; row: SupporterRow }
  | null;

/** Lists the supporters by amount: add, change, end, import the platform's list, and the log of imports. */
export function SupporterList() {
  const writing = useWriting();
  const [open, setOpen] = useState<Open>(null);
  const [round, setRound] = useState(0);
  const list = useList({
    source: SUPPORTERS,
    sorts: [
      { key: '-amount', label: 'Maior valor' },
      { key: '-created_at', label: 'Mais novos' },
    ],
    filters: [
      { key: 'tier', label: 'Nível', options: choicesOf(TIERS) },
      { key: 'is_active', label: 'Ativo', options: YES_NO },
      { key: 'is_linked', label: 'Com conta', options: YES_NO },
    ],
  });
  const changed = () => {
    list.query.reload();
    setRound((now) => now + 1);
  };
  const done = () => {
    setOpen(null);
    changed();
  };

  const save = async (values: RecordValues) => {
    const paid = parseAmount(values.amount ?? '');
    const outcome = await writing.run(
      () =>
        saveSupporter({
          email: foldEmail(values.email ?? ''),
          ...(values.tier !== 'by_amount' && { tier: values.tier ?? '' }),
          ...(paid !== null && { amount: paid }),
          display_name: values.display_name?.trim() || null,
          is_listed: values.is_listed === 'true',
          is_active: values.is_active === 'true',
        }),
      { title: 'Apoio salvo' },
    );
    if (outcome) done();
    return outcome !== null;
  };

  const deactivate = async ({ id, email }: SupporterRow) => {
    const outcome = await writing.run(() => deactivateSupporter(id), {
      title: `${email}: apoio desativado`,
      undo: () => void takeBack(email),
    });
    if (outcome) done();
  };
  const takeBack = async (email: string) => {
    if (await writing.run(() => saveSupporter({ email, is_active: true }), { title: 'Desfeito' })) changed();
  };

  return (
    <AdminPage
      title="Apoiadores"
      lead="Quem apoia todo mês, do maior valor ao menor."
      actions={
        <>
          <WriteButton writing={writing} onClick={() => setOpen({ kind: 'new' })}>
            Novo apoiador
          </WriteButton>
          <Button variant="outline" onClick={() => setOpen({ kind: 'import' })}>
            Importar CSV
          </Button>
        </>
      }
    >
      <AdminTable
        list={list}
        label="Lista de apoiadores"
        noun={['apoiador', 'apoiadores']}
        columns={COLUMNS}
        nameOf={({ email }) => email}
        searchLabel="Nome ou e-mail"
        fileName="apoiadores"
        empty={{ title: 'Ainda não há apoiadores', text: 'Adicione um, ou importe o arquivo da plataforma.' }}
        actions={(row) => (
          <>
            <RowButton
              writing={writing}
              label={`Editar: ${row.email}`}
              onClick={() => setOpen({ kind: 'edit', row })}
            >
              Editar
            </RowButton>
            {row.is_active ? (
              <RowButton
                writing={writing}
                label={`Desativar: ${row.email}`}
                onClick={() => setOpen({ kind: 'deactivate', row })}
              >
                Desativar
              </RowButton>
            ) : null}
          </>
        )}
      />
      <SupporterLog round={round} />
      {open?.kind === 'new' || open?.kind === 'edit' ? (
        <RecordForm
          title={open.kind === 'new' ? 'Novo apoiador' : `Editar ${open.row.email}`}
          fields={open.kind === 'new' ? FIELDS : FIELDS.filter(({ key }) => key !== 'email')}
          initial={
            open.kind === 'new'
              ? { tier: 'by_amount', is_listed: 'true', is_active: 'true' }
              : valuesOf(open.row)
          }
          writing={writing}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'deactivate' ? (
        <Question
          title={`Desativar o apoio de ${open.row.email}?`}
          action="Desativar"
          writing={writing}
          onConfirm={() => void deactivate(open.row)}
          onClose={() => setOpen(null)}
        >
          <p>
            Os benefícios do nível terminam e o nome sai da página de apoiadores. O registro fica guardado.
          </p>
        </Question>
      ) : null}
      {open?.kind === 'import' ? <ImportDialog onClose={() => setOpen(null)} onDone={changed} /> : null}
    </AdminPage>
  );
}

function valuesOf({ email, tier, amount, display_name, is_listed, is_active }: SupporterRow): RecordValues {
  return {
    email,
    tier,
    amount: String(amount).replace('.', ','),
    display_name: display_name ?? '',
    is_listed: String(is_listed),
    is_active: String(is_active),
  };
}
