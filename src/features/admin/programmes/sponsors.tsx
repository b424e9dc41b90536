import { useState } from 'react';
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { Badge } from '../core/cells';
import classes from '../core/core.module.css';
import { choicesOf, nameIn, SPONSOR_TIERS, YES_NO } from '../core/labels';
import { httpsError, wholeError } from '../core/numbers';
import { Question } from '../core/question';
import type { RecordField, RecordValues } from '../core/record-fields';
import { RecordForm } from '../core/record-form';
import { RowButton } from '../core/row-button';
import { flag, maybeText, text } from '../core/schema';
import { call } from '../core/server';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';

const sponsorRow = z.object({
  id: text,
  name: text,
  tier: text,
  tagline: maybeText,
  url: maybeText,
  logo_url: maybeText,
  is_active: flag,
  display_order: z.number(),
});
type SponsorRow = z.infer<typeof sponsorRow>;

const SPONSORS = procedureList('admin_list_sponsors', sponsorRow);

const COLUMNS: readonly [Column<SponsorRow>, ...Column<SponsorRow>[]] = [
  { title: 'Marca', sort: 'name', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    title: 'Nível',
    sort: 'tier',
    cell: ({ tier }) => nameIn(SPONSOR_TIERS, tier),
    csv: ({ tier }) => nameIn(SPONSOR_TIERS, tier),
  },
  { title: 'Frase', cell: ({ tagline }) => tagline, csv: ({ tagline }) => tagline },
  { title: 'Link', cell: ({ url }) => url, csv: ({ url }) => url },
  {
    title: 'Situação',
    cell: ({ is_active }) => (
      <Badge tone={is_active ? 'good' : 'plain'}>{is_active ? 'Ativo' : 'Desativado'}</Badge>
    ),
    csv: ({ is_active }) => is_active,
  },
];

const FIELDS: readonly RecordField[] = [
  {
    key: 'name',
    label: 'Marca',
    kind: 'text',
    maxLength: 80,
    required: true,
    check: (value) => (value.length < 2 ? 'O nome tem pelo menos 2 letras.' : null),
  },
  { key: 'tier', label: 'Nível', kind: 'select', options: choicesOf(SPONSOR_TIERS), required: true },
  {
    key: 'tagline',
    label: 'Frase (opcional)',
    kind: 'text',
    maxLength: 160,
    check: (value) => (value.length < 2 ? 'A frase tem pelo menos 2 letras.' : null),
  },
  { key: 'url', label: 'Link (opcional)', kind: 'url', maxLength: 300, check: httpsError },
  { key: 'logo_url', label: 'Logo (opcional)', kind: 'picture', bucket: 'sponsor-logos' },
  { key: 'display_order', label: 'Ordem no nível', kind: 'number', required: true, check: wholeError },
  { key: 'is_active', label: 'Ativo: aparece na página e ocupa um lugar', kind: 'check' },
];

const FRESH: RecordValues = { tier: 'bronze', display_order: '0', is_active: 'true' };

type Open =
  | { kind: 'new'; id: string }
  | { kind: 'edit'; row: SponsorRow }
  | { kind: 'deactivate'; row: SponsorRow }
  | null;

/** Lists the sponsors: add, edit, remove. */
export function SponsorList({ onChanged }: { onChanged: () => void }) {
  const writing = useWriting();
  const [open, setOpen] = useState<Open>(null);
  const list = useList({
    source: SPONSORS,
    prefix: 's_',
    sorts: [
      { key: '-tier', label: 'Nível' },
      { key: 'name', label: 'Marca' },
    ],
    filters: [
      { key: 'tier', label: 'Nível', options: choicesOf(SPONSOR_TIERS) },
      { key: 'is_active', label: 'Ativo', options: YES_NO },
    ],
  });

  const done = () => {
    setOpen(null);
    list.query.reload();
    onChanged();
  };

  const write = (sponsor: Record<string, unknown>) => () =>
    call('save_sponsor', { command_id: freshId(), sponsor }, (value) => value);

  const save = async (values: RecordValues) => {
    if (open === null) return false;
    const sponsor = {
      id: open.kind === 'new' ? open.id : open.row.id,
      name: values.name?.trim(),
      tier: values.tier,
      tagline: values.tagline?.trim() || null,
      url: values.url?.trim() || null,
      logo_url: values.logo_url || null,
      display_order: Number(values.display_order),
      is_active: values.is_active === 'true',
    };
    if (!(await writing.run(write(sponsor), { title: 'Patrocinador salvo' }))) return false;
    done();
    return true;
  };

  const deactivate = async ({ id, name }: SponsorRow) => {
    const outcome = await writing.run(
      () => call('deactivate_sponsor', { command_id: freshId(), sponsor_id: id }, (value) => value),
      {
        title: `${name}: patrocínio desativado`,
        undo: () =>
          void writing
            .run(write({ id, is_active: true }), { title: 'Desfeito' })
            .then((undone) => undone && done()),
      },
    );
    if (outcome) done();
  };

  return (
    <section className={classes.page} aria-labelledby="sponsors">
      <div className={classes.head}>
        <h2 id="sponsors">Patrocinadores</h2>
        <WriteButton writing={writing} onClick={() => setOpen({ kind: 'new', id: freshId() })}>
          Novo patrocinador
        </WriteButton>
      </div>
      <AdminTable
        list={list}
        label="Lista de patrocinadores"
        noun={['patrocinador', 'patrocinadores']}
        columns={COLUMNS}
        nameOf={({ name }) => name}
        searchLabel={null}
        fileName="patrocinadores"
        empty={{ title: 'Ainda não há patrocinadores', text: 'Todos os lugares estão livres.' }}
        actions={(row) => (
          <>
            <RowButton
              writing={writing}
              label={`Editar: ${row.name}`}
              onClick={() => setOpen({ kind: 'edit', row })}
            >
              Editar
            </RowButton>
            {row.is_active ? (
              <RowButton
                writing={writing}
                label={`Desativar: ${row.name}`}
                onClick={() => setOpen({ kind: 'deactivate', row })}
              >
                Desativar
              </RowButton>
            ) : null}
          </>
        )}
      />
      {open?.kind === 'new' || open?.kind === 'edit' ? (
        <RecordForm
          title={open.kind === 'new' ? 'Novo patrocinador' : `Editar ${open.row.name}`}
          fields={FIELDS}
          initial={open.kind === 'new' ? FRESH : valuesOf(open.row)}
          writing={writing}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'deactivate' ? (
        <Question
          title={`Desativar ${open.row.name}?`}
          action="Desativar"
          writing={writing}
          onConfirm={() => void deactivate(open.row)}
          onClose={() => setOpen(null)}
        >
          <p>A marca sai da página de patrocinadores e o lugar dela fica livre.</p>
        </Question>
      ) : null}
    </section>
  );
}

function valuesOf(row: SponsorRow): RecordValues {
  const { name, tier, tagline, url, logo_url, display_order, is_active } = row;
  return {
    name,
    tier,
    tagline: tagline ?? '',
    url: url ?? '',
    logo_url: logo_url ?? '',
    display_order: String(display_order),
    is_active: String(is_active),
  };
}
