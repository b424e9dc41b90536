import { z } from 'zod';
import { slugOf } from '@/lib/slug';
import { LinkButton } from '@/ui/link-button';
import { RecordList } from '../content/record-list';
import { wholeError } from '../core/numbers';
import type { RecordField, RecordValues } from '../core/record-fields';
import { text } from '../core/schema';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { slugError } from './post';

export const categoryRow = z.object({ id: text, name: text, slug: text, position: z.number() });
export type CategoryRow = z.infer<typeof categoryRow>;

export const CATEGORIES = procedureList('admin_list_blog_categories', categoryRow);

const COLUMNS: readonly [Column<CategoryRow>, ...Column<CategoryRow>[]] = [
  { title: 'Categoria', sort: 'name', cell: ({ name }) => name, csv: ({ name }) => name },
  { title: 'Endereço', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    title: 'Ordem',
    sort: 'position',
    isNumber: true,
    cell: ({ position }) => String(position),
    csv: ({ position }) => position,
  },
];

const FIELDS: readonly RecordField[] = [
  {
    key: 'name',
    label: 'Nome',
    kind: 'text',
    maxLength: 60,
    required: true,
    check: (value) => (value.length < 2 ? 'O nome tem pelo menos 2 letras.' : null),
  },
  {
    key: 'slug',
    label: 'Endereço (opcional)',
    kind: 'text',
    maxLength: 60,
    description: 'Em branco, é feito do nome.',
    check: slugError,
  },
  { key: 'position', label: 'Ordem', kind: 'number', required: true, check: wholeError },
];

/** Lists the blog's categories: create, rename, order, remove. */
export function CategoryList() {
  const list = useList({
    source: CATEGORIES,
    sorts: [
      { key: 'position', label: 'Ordem' },
      { key: 'name', label: 'Nome' },
    ],
  });
  return (
    <RecordList
      title="Categorias do blog"
      lead="Na ordem em que aparecem no filtro do blog."
      table="blog_categories"
      list={list}
      columns={COLUMNS}
      noun={['categoria', 'categorias']}
      nameOf={({ name }) => name}
      searchLabel="Nome"
      fileName="categorias-do-blog"
      words={{ create: 'Nova categoria', saved: 'Categoria salva', removed: 'Categoria removida' }}
      fields={FIELDS}
      fresh={{ position: '0' }}
      valuesOf={({ name, slug, position }): RecordValues => ({ name, slug, position: String(position) })}
      columnsOf={({ name = '', slug = '', position }) => ({
        name: name.trim(),
        slug: slug.trim() === '' ? slugOf(name, 60) : slug.trim(),
        position: Number(position),
      })}
      removal="Só é possível remover uma categoria sem artigos."
      empty={{ title: 'Ainda não há categorias', text: 'Crie a primeira para escrever artigos.' }}
      links={
        <LinkButton to="/admin/blog" variant="outline">
          Ver artigos
        </LinkButton>
      }
    />
  );
}
