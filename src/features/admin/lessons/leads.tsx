import { useMemo } from 'react';
import { z } from 'zod';
import { useNames } from '@/reads/use-names';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import { momentText, YES_NO } from '../core/labels';
import { flag, maybeText, person, text } from '../core/schema';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';

const match = z
  .object({ teacher: person, percentage: z.number().nullish() })
  .nullish()
  .transform((value) => value ?? null);

const leadRow = z.object({
  id: text,
  nome: text,
  cidade: text,
  estilo_danca: text,
  objetivos: maybeText,
  professor_encontrado: maybeText,
  is_unmet: flag,
  city_match: match,
  brazil_match: match,
  user: person,
  created_at: text,
});
type LeadRow = z.infer<typeof leadRow>;

const LEADS = procedureList('admin_list_leads', leadRow);

/** 'Marina Couto (92%)'; empty without a match. */
function matchText(found: LeadRow['city_match']): string {
  if (!found) return '';
  const name = found.teacher?.name ?? 'Conta removida';
  return typeof found.percentage === 'number' ? `${name} (${found.percentage}%)` : name;
}

const COLUMNS: readonly [Column<LeadRow>, ...Column<LeadRow>[]] = [
  { title: 'Nome', sort: 'name', cell: ({ nome }) => nome, csv: ({ nome }) => nome },
  { title: 'Cidade', cell: ({ cidade }) => cidade, csv: ({ cidade }) => cidade },
  { title: 'Estilo', cell: ({ estilo_danca }) => estilo_danca, csv: ({ estilo_danca }) => estilo_danca },
  { title: 'Objetivos', cell: ({ objetivos }) => objetivos, csv: ({ objetivos }) => objetivos },
  {
    title: 'Professor',
    cell: ({ is_unmet, professor_encontrado }) =>
      is_unmet ? <Badge tone="wait">Sem professor na cidade</Badge> : professor_encontrado,
    csv: ({ professor_encontrado }) => professor_encontrado,
  },
  {
    title: 'Melhor da cidade',
    cell: ({ city_match }) => matchText(city_match),
    csv: ({ city_match }) => matchText(city_match),
  },
  {
    title: 'Melhor do Brasil',
    cell: ({ brazil_match }) => matchText(brazil_match),
    csv: ({ brazil_match }) => matchText(brazil_match),
  },
  {
    title: 'Conta',
    cell: ({ user }) => user?.name ?? 'Visitante',
    csv: ({ user }) => user?.name ?? 'Visitante',
  },
  {
    title: 'Quando',
    sort: 'created_at',
    cell: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
];

/** Lists all requests for a recommendation, with the recommended teachers. */
export function LeadList() {
  const { cities, styles } = useNames();
  // Leads store the names of city and style, not their ids.
  const places = useMemo(() => {
    const options = (names: readonly { name: string }[]) =>
      names.map(({ name }) => ({ value: name, label: name }));
    return [
      { key: 'city', label: 'Cidade', options: options(cities), place: 'city' as const },
      { key: 'style', label: 'Estilo', options: options(styles), place: 'style' as const },
    ];
  }, [cities, styles]);
  const list = useList({
    source: LEADS,
    sorts: [
      { key: '-created_at', label: 'Mais novas' },
      { key: 'created_at', label: 'Mais antigas' },
      { key: 'name', label: 'Nome' },
    ],
    filters: [{ key: 'unmet', label: 'Sem professor na cidade', options: YES_NO }, ...places],
  });
  return (
    <AdminPage
      title="Indicações"
      lead="Quem pediu a indicação de um professor, e quem foi indicado. Os de visitantes se apagam depois de um ano."
    >
      <AdminTable
        list={list}
        label="Lista de indicações"
        noun={['indicação', 'indicações']}
        columns={COLUMNS}
        nameOf={({ nome }) => nome}
        searchLabel="Nome, cidade ou estilo"
        fileName="indicacoes"
        empty={{ title: 'Nenhuma indicação ainda', text: 'Quem pedir uma indicação aparece aqui.' }}
      />
    </AdminPage>
  );
}
