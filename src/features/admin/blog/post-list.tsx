import { useState } from 'react';
import { z } from 'zod';
import { serverNow } from '@/lib/server-clock';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { AdminPage } from '../core/admin-page';
import { Badge } from '../core/cells';
import { momentText } from '../core/labels';
import { Question } from '../core/question';
import { RowButton } from '../core/row-button';
import { maybeText, text } from '../core/schema';
import { remove, update } from '../core/server';
import { useWriting } from '../core/use-writing';
import { AdminTable } from '../table/admin-table';
import type { Column } from '../table/columns';
import { procedureList } from '../table/list';
import { useList } from '../table/use-list';
import { forgetDraft } from './draft';

const postRow = z.object({
  id: text,
  title: text,
  slug: text,
  category: maybeText,
  author_name: text,
  status: z.enum(['draft', 'published']),
  published_at: maybeText,
  updated_at: text,
});
type PostRow = z.infer<typeof postRow>;

const POSTS = procedureList('admin_list_blog_posts', postRow);

function stateOf({ status, published_at }: PostRow): { label: string; tone: 'wait' | 'special' | 'good' } {
  if (status === 'draft') return { label: 'Rascunho', tone: 'wait' };
  if (published_at !== null && Date.parse(published_at) > serverNow())
    return { label: 'Agendado', tone: 'special' };
  return { label: 'Publicado', tone: 'good' };
}

const COLUMNS: readonly [Column<PostRow>, ...Column<PostRow>[]] = [
  {
    title: 'Artigo',
    sort: 'title',
    cell: ({ id, title }) => <Link to={`/admin/blog/edit/${id}`}>{title}</Link>,
    csv: ({ title }) => title,
  },
  { title: 'Categoria', cell: ({ category }) => category, csv: ({ category }) => category },
  {
    title: 'Situação',
    cell: (post) => <Badge tone={stateOf(post).tone}>{stateOf(post).label}</Badge>,
    csv: (post) => stateOf(post).label,
  },
  {
    title: 'Publicação',
    cell: ({ status, published_at }) => (status === 'draft' ? null : momentText(published_at)),
    csv: ({ published_at }) => published_at,
  },
  { title: 'Autor', cell: ({ author_name }) => author_name, csv: ({ author_name }) => author_name },
  {
    title: 'Mudou em',
    sort: 'updated_at',
    cell: ({ updated_at }) => momentText(updated_at),
    csv: ({ updated_at }) => updated_at,
  },
];

/** Lists all articles: drafts, scheduled and published ones. */
export function PostList() {
  const writing = useWriting();
  const [removing, setRemoving] = useState<PostRow | null>(null);
  const list = useList({
    source: POSTS,
    sorts: [
      { key: '-updated_at', label: 'Mudados por último' },
      { key: 'title', label: 'Título' },
    ],
    filters: [
      {
        key: 'status',
        label: 'Situação',
        options: [
          { value: 'draft', label: 'Rascunho' },
          { value: 'published', label: 'Publicado ou agendado' },
        ],
      },
    ],
  });

  const removeNow = async ({ id }: PostRow) => {
    if (!(await writing.run(() => remove('blog_posts', id), { title: 'Artigo removido' }))) return;
    forgetDraft(id);
    setRemoving(null);
    list.query.reload();
  };
  const setStatus = async (post: PostRow, status: PostRow['status'], canUndo: boolean) => {
    const { id, title } = post;
    const key = { column: 'id', value: id };
    const outcome = await writing.run(() => update('blog_posts', key, { status }), {
      title: canUndo ? `${title}: virou rascunho` : 'Desfeito',
      ...(canUndo && { undo: () => void setStatus(post, 'published', false) }),
    });
    if (outcome) list.query.reload();
  };

  return (
    <AdminPage
      title="Blog"
      lead="Artigos publicados, agendados e rascunhos."
      actions={
        <>
          <LinkButton to="/admin/blog/categories" variant="outline">
            Categorias
          </LinkButton>
          <LinkButton to="/admin/blog/new">Novo artigo</LinkButton>
        </>
      }
    >
      <AdminTable
        list={list}
        label="Lista de artigos"
        noun={['artigo', 'artigos']}
        columns={COLUMNS}
        nameOf={({ title }) => title}
        searchLabel="Título, autor ou endereço"
        fileName="artigos"
        empty={{ title: 'Ainda não há artigos', text: 'Escreva o primeiro.' }}
        actions={(post) => (
          <>
            {post.status === 'published' ? (
              <RowButton
                writing={writing}
                label={`Despublicar: ${post.title}`}
                onClick={() => void setStatus(post, 'draft', true)}
              >
                Despublicar
              </RowButton>
            ) : null}
            <RowButton writing={writing} label={`Remover: ${post.title}`} onClick={() => setRemoving(post)}>
              Remover
            </RowButton>
          </>
        )}
      />
      {removing ? (
        <Question
          title={`Remover “${removing.title}”?`}
          action="Remover"
          writing={writing}
          onConfirm={() => void removeNow(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>O artigo sai do blog e não pode ser recuperado. Para só tirar do ar, despublique.</p>
        </Question>
      ) : null}
    </AdminPage>
  );
}
