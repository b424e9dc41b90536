import { phoneText } from '@/lib/phone';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { AdminPage } from '../core/admin-page';
import classes from '../core/core.module.css';
import { choicesOf, dayText, YES_NO } from '../core/labels';
import { usePlaceFilters } from '../core/place-choice';
import { RowButton } from '../core/row-button';
import { WriteButton } from '../core/write-button';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { useList } from '../table/use-list';
import { TEACHER_ACTIONS } from './teacher-actions';
import type { Face } from './teacher-detail';
import { ratingText, TeacherState } from './teacher-state';
import { QUEUES, TEACHER_STATES, TEACHERS, type TeacherRow } from './teachers';
import { useTeacherChange } from './use-teacher-change';

const nameColumn = (face: Face): Column<TeacherRow> => ({
  title: 'Nome',
  sort: 'name',
  cell: ({ id, name, image_url }) => (
    <span className={classes.person}>
      {face({ id, name, imageUrl: image_url })}
      <Link to={`/admin/teachers/${id}`}>{name}</Link>
    </span>
  ),
  csv: ({ name }) => name,
});

const COLUMNS: readonly Column<TeacherRow>[] = [
  {
    title: 'Situação',
    cell: (teacher) => <TeacherState teacher={teacher} />,
    csv: ({ state }) => TEACHER_STATES[state],
  },
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  { title: 'WhatsApp', cell: ({ whatsapp }) => phoneText(whatsapp), csv: ({ whatsapp }) => whatsapp },
  { title: 'Cidade', cell: ({ city_name }) => city_name, csv: ({ city_name }) => city_name },
  {
    title: 'Estilos',
    cell: ({ style_names }) => style_names.join(', '),
    csv: ({ style_names }) => style_names.join(', '),
  },
  {
    title: 'Nota',
    sort: 'rating',
    isNumber: true,
    cell: ({ rating_average, rating_count }) => ratingText(rating_average, rating_count),
    csv: ({ rating_average }) => rating_average,
  },
  {
    title: 'Cadastro',
    sort: 'created_at',
    cell: ({ created_at }) => dayText(created_at),
    csv: ({ created_at }) => dayText(created_at),
  },
];

const BULK = [
  TEACHER_ACTIONS.approve,
  TEACHER_ACTIONS.deactivate,
  TEACHER_ACTIONS.feature,
  TEACHER_ACTIONS.unfeature,
];

/** Lists all teachers, including hidden ones: approve, hide or feature one or many. */
export function TeacherList({ face }: { face: Face }) {
  const { city, style } = usePlaceFilters();
  const list = useList({
    source: TEACHERS,
    sorts: [
      { key: '-created_at', label: 'Mais novos' },
      { key: 'name', label: 'Nome' },
      { key: '-rating', label: 'Melhor nota' },
    ],
    filters: [
      { key: 'state', label: 'Situação', options: choicesOf(QUEUES), initial: 'pending' },
      city,
      { ...style, key: 'style_id' },
      { key: 'featured', label: 'Destaque', options: YES_NO },
    ],
  });
  const { writing, ask, question } = useTeacherChange(() => {
    list.select([]);
    list.query.reload();
  });
  return (
    <AdminPage title="Professores" lead="Quem aguarda aprovação, quem está no ar e quem saiu.">
      <AdminTable
        list={list}
        label="Lista de professores"
        noun={['professor', 'professores']}
        columns={[nameColumn(face), ...COLUMNS]}
        nameOf={({ name }) => name}
        searchLabel="Nome ou e-mail"
        fileName="professores"
        empty={{
          title: 'Ninguém aguarda aprovação',
          text: 'Quem se cadastrar aparece aqui.',
          action: <LinkButton to="/admin/teachers?state=todos">Ver todos os professores</LinkButton>,
        }}
        actions={(teacher) => {
          const action = teacher.is_active ? TEACHER_ACTIONS.deactivate : TEACHER_ACTIONS.approve;
          return (
            <RowButton
              writing={writing}
              label={`${action.label}: ${teacher.name}`}
              onClick={() => ask(action, [teacher])}
            >
              {action.label}
            </RowButton>
          );
        }}
        bulk={BULK.map((action) => (
          <WriteButton
            key={action.label}
            variant="white"
            writing={writing}
            onClick={() => ask(action, list.selected)}
          >
            {action.label}
          </WriteButton>
        ))}
      />
      {question}
    </AdminPage>
  );
}
