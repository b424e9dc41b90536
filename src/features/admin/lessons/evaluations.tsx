import { AdminPage } from '../core/admin-page';
import { Badge, nameOf, PersonCell } from '../core/cells';
import { momentText, YES_NO } from '../core/labels';
import { type EvaluationRow, evaluationRow } from '../people/teacher';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';

const EVALUATIONS = procedureList('admin_list_evaluations', evaluationRow);

const RATINGS = [5, 4, 3, 2, 1].map((rating) => ({ value: String(rating), label: `${rating} de 5` }));

const COLUMNS: readonly [Column<EvaluationRow>, ...Column<EvaluationRow>[]] = [
  {
    title: 'Sobre quem',
    cell: ({ evaluated }) => <PersonCell person={evaluated} />,
    csv: ({ evaluated }) => nameOf(evaluated),
  },
  {
    title: 'Nota',
    sort: 'rating',
    cell: ({ rating }) => `${rating} de 5`,
    csv: ({ rating }) => rating,
  },
  { title: 'Comentário', cell: ({ comment }) => comment, csv: ({ comment }) => comment },
  {
    title: 'Quem avaliou',
    cell: ({ evaluator }) => <PersonCell person={evaluator} />,
    csv: ({ evaluator }) => nameOf(evaluator),
  },
  {
    title: 'Como aparece',
    cell: ({ is_anonymous, hidden_at }) => (
      <>
        <Badge>{is_anonymous ? 'Anônima' : 'Com nome'}</Badge>{' '}
        {hidden_at ? <Badge tone="bad">Escondida</Badge> : null}
      </>
    ),
    csv: ({ is_anonymous, hidden_at }) =>
      `${is_anonymous ? 'Anônima' : 'Com nome'}${hidden_at ? ', escondida' : ''}`,
  },
  {
    title: 'Quando',
    sort: 'created_at',
    cell: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
];

/** Lists all evaluations with their authors. Only the team sees the authors of anonymous ones. */
export function EvaluationList() {
  const list = useList({
    source: EVALUATIONS,
    sorts: [
      { key: '-created_at', label: 'Mais novas' },
      { key: 'created_at', label: 'Mais antigas' },
      { key: 'rating', label: 'Menor nota' },
      { key: '-rating', label: 'Maior nota' },
    ],
    filters: [
      { key: 'rating', label: 'Nota', options: RATINGS },
      { key: 'is_anonymous', label: 'Anônima', options: YES_NO },
      { key: 'is_hidden', label: 'Escondida', options: YES_NO },
      { key: 'has_comment', label: 'Com comentário', options: YES_NO },
    ],
  });
  return (
    <AdminPage
      title="Avaliações"
      lead="Só a equipe vê quem escreveu uma avaliação anônima: não conte a ninguém."
    >
      <AdminTable
        list={list}
        label="Lista de avaliações"
        noun={['avaliação', 'avaliações']}
        columns={COLUMNS}
        nameOf={({ evaluated, evaluator }) => `${nameOf(evaluated)}, por ${nameOf(evaluator)}`}
        searchLabel="Nome ou e-mail de um dos dois"
        fileName="avaliacoes"
        empty={{ title: 'Nenhuma avaliação ainda', text: 'A primeira avaliação aparece aqui.' }}
      />
    </AdminPage>
  );
}
