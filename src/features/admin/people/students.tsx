import { z } from 'zod';
import { phoneText } from '@/lib/phone';
import { SectionLinks } from '@/ui/section-links';
import { AdminPage } from '../core/admin-page';
import { dayText, nameIn, TIERS } from '../core/labels';
import { usePlaceFilters } from '../core/place-choice';
import { count, flag, maybeText, text, texts } from '../core/schema';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';

const studentRow = z.object({
  id: text,
  name: text,
  email: text,
  whatsapp: maybeText,
  city_name: maybeText,
  style_names: texts,
  created_at: text,
  is_public: flag,
  accepted: count,
  asked: count,
  held: count,
  supports: maybeText,
});
type StudentRow = z.infer<typeof studentRow>;

const RANKING = procedureList('admin_list_student_ranking', studentRow);
const STUDENTS = procedureList('admin_list_students', studentRow);

const NAME: Column<StudentRow> = { title: 'Nome', cell: ({ name }) => name, csv: ({ name }) => name };
const COUNTS: readonly Column<StudentRow>[] = [
  {
    title: 'Pedidos aceitos',
    isNumber: true,
    cell: ({ accepted }) => String(accepted),
    csv: ({ accepted }) => accepted,
  },
  {
    title: 'Aulas feitas',
    isNumber: true,
    cell: ({ held }) => String(held),
    csv: ({ held }) => held,
  },
  {
    title: 'Pedidos feitos',
    isNumber: true,
    cell: ({ asked }) => String(asked),
    csv: ({ asked }) => asked,
  },
];
const PERSON: readonly Column<StudentRow>[] = [
  { title: 'E-mail', cell: ({ email }) => email, csv: ({ email }) => email },
  { title: 'WhatsApp', cell: ({ whatsapp }) => phoneText(whatsapp), csv: ({ whatsapp }) => whatsapp },
  { title: 'Cidade', cell: ({ city_name }) => city_name, csv: ({ city_name }) => city_name },
];
const REST: readonly Column<StudentRow>[] = [
  {
    title: 'Estilos',
    cell: ({ style_names }) => style_names.join(', '),
    csv: ({ style_names }) => style_names.join(', '),
  },
  {
    title: 'Apoio',
    cell: ({ supports }) => (supports ? nameIn(TIERS, supports) : null),
    csv: ({ supports }) => (supports ? nameIn(TIERS, supports) : null),
  },
  {
    title: 'Cadastro',
    sort: 'created_at',
    cell: ({ created_at }) => dayText(created_at),
    csv: ({ created_at }) => dayText(created_at),
  },
];

const TABS = [
  { to: '/admin/students', label: 'Ranking' },
  { to: '/admin/students/list', label: 'Lista' },
] as const;

const EMPTY = { title: 'Ainda não há alunos', text: 'Quem se cadastrar aparece aqui.' };

/** Ranks students by their accepted requests. */
export function StudentRanking() {
  const list = useList({ source: RANKING, sorts: [{ key: '-accepted', label: 'Mais pedidos aceitos' }] });
  return (
    <AdminPage
      title="Alunos"
      lead="Ranking por pedidos aceitos. Aulas feitas contam quando os dois confirmaram que aconteceram."
    >
      <SectionLinks label="Alunos" links={TABS} />
      <AdminTable
        list={list}
        label="Ranking de alunos"
        noun={['aluno com pedidos', 'alunos com pedidos']}
        columns={[NAME, ...COUNTS, ...PERSON]}
        nameOf={({ name }) => name}
        searchLabel={null}
        fileName="ranking-de-alunos"
        empty={{ title: 'Ainda não há ranking', text: 'Ele começa com o primeiro pedido de aula.' }}
      />
    </AdminPage>
  );
}

/** Lists all students. */
export function StudentList() {
  const { city } = usePlaceFilters();
  const list = useList({
    source: STUDENTS,
    filters: [city],
    sorts: [
      { key: 'name', label: 'Nome' },
      { key: '-created_at', label: 'Mais novos' },
    ],
  });
  return (
    <AdminPage title="Alunos" lead="Todas as pessoas que se cadastraram como alunas.">
      <SectionLinks label="Alunos" links={TABS} />
      <AdminTable
        list={list}
        label="Lista de alunos"
        noun={['aluno', 'alunos']}
        columns={[{ ...NAME, sort: 'name' }, ...PERSON, ...COUNTS, ...REST]}
        nameOf={({ name }) => name}
        searchLabel="Nome ou e-mail"
        fileName="alunos"
        empty={EMPTY}
      />
    </AdminPage>
  );
}
