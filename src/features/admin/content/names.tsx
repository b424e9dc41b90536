import { z } from 'zod';
import { charactersIn } from '@/lib/sent-text';
import { Badge } from '../core/cells';
import { YES_NO } from '../core/labels';
import type { RecordField } from '../core/record-fields';
import { flag, text } from '../core/schema';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { RecordList } from './record-list';

const nameRow = z.object({ id: text, name: text, active: flag });
type NameRow = z.infer<typeof nameRow>;

const COLUMNS: readonly [Column<NameRow>, ...Column<NameRow>[]] = [
  { title: 'Nome', sort: 'name', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    title: 'Situação',
    cell: ({ active }) => <Badge tone={active ? 'good' : 'plain'}>{active ? 'Ativa' : 'Desativada'}</Badge>,
    csv: ({ active }) => active,
  },
];

const FIELDS: readonly RecordField[] = [
  {
    key: 'name',
    label: 'Nome',
    kind: 'text',
    maxLength: 80,
    required: true,
    check: (value) => (charactersIn(value) < 2 ? 'O nome tem pelo menos 2 letras.' : null),
  },
  { key: 'active', label: 'À escolha nos filtros e no cadastro', kind: 'check' },
];

const KINDS = {
  cities: {
    source: procedureList('admin_list_cities', nameRow),
    // Thousands of cities are known and wait for their first teacher.
    shown: { initial: 'true' },
    title: 'Cidades',
    lead: 'Onde se procura e se ensina. Todas as cidades do Brasil já existem: busque pelo nome para ativar uma. Ela se ativa sozinha com o primeiro professor aprovado.',
    noun: ['cidade', 'cidades'],
    fileName: 'cidades',
    words: { create: 'Nova cidade', saved: 'Cidade salva', removed: '' },
    empty: { title: 'Ainda não há cidades', text: 'Crie a primeira.' },
  },
  dance_styles: {
    source: procedureList('admin_list_dance_styles', nameRow),
    shown: {},
    title: 'Estilos de Dança',
    lead: 'O que se procura e se ensina. Uma mudança chega sozinha a cada aparelho.',
    noun: ['estilo', 'estilos'],
    fileName: 'estilos',
    words: { create: 'Novo estilo', saved: 'Estilo salvo', removed: '' },
    empty: { title: 'Ainda não há estilos', text: 'Crie o primeiro.' },
  },
} as const;

/** Lists cities or dance styles: create, rename, offer or hide. */
export function NameList({ kind }: { kind: keyof typeof KINDS }) {
  const { source, shown, ...texts } = KINDS[kind];
  const list = useList({
    source,
    sorts: [
      { key: 'name', label: 'A a Z' },
      { key: '-name', label: 'Z a A' },
    ],
    filters: [{ key: 'active', label: 'Situação', options: ACTIVE, ...shown }],
  });
  return (
    <RecordList
      {...texts}
      table={kind}
      list={list}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      searchLabel="Nome"
      fields={FIELDS}
      fresh={{ active: 'true' }}
      valuesOf={({ name, active }) => ({ name, active: String(active) })}
      columnsOf={({ name, active }) => ({ name: name?.trim(), active: active === 'true' })}
      toggle={{ column: 'active', isOn: ({ active }) => active, on: 'Ativar', off: 'Desativar' }}
    />
  );
}

const ACTIVE = YES_NO.map(({ value }) => ({ value, label: value === 'true' ? 'Ativas' : 'Desativadas' }));
