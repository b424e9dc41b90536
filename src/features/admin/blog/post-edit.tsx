import { useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { AdminPage } from '../core/admin-page';
import { NoAnswer } from '../core/answer-state';
import { useAnswer } from '../core/use-answer';
import { askPost, emptyPost, readPost } from './post';
import { PostEditor } from './post-editor';

export function NewPost() {
  const { identity } = useIdentity();
  return <PostEditor id={null} initial={emptyPost(identity?.name ?? '')} base={null} />;
}

/** The editor, filled with the article. */
export function EditPost({ id }: { id: string }) {
  const query = useAnswer({
    key: `blog_posts ${id}`,
    ask: (signal) => askPost(id, signal),
    read: readPost,
  });
  // An older copy must not be written on: the fresh one is waited for, unless there is no way to it. From then on the
  // page is the writer's: what the server says later changes nothing in it.
  const waits = query.status === 'stale' || query.status === 'loading';
  const arrived = waits ? null : (query.value?.saved ?? null);
  const [begun, setBegun] = useState(arrived);
  if (begun === null && arrived !== null) setBegun(arrived);
  if (begun) return <PostEditor id={id} initial={begun.values} base={begun.updatedAt} />;
  return (
    <AdminPage title="Editar artigo">
      {query.value && !query.value.saved && !waits ? (
        <Notice
          title="Este artigo não existe"
          text="Ele pode ter sido removido."
          action={<LinkButton to="/admin/blog">Ver os artigos</LinkButton>}
        />
      ) : (
        <NoAnswer query={waits ? { ...query, status: 'loading' } : query} />
      )}
    </AdminPage>
  );
}
