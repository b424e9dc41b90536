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

/** Loads an article and opens the editor with it. */
export function EditPost({ id }: { id: string }) {
  const query = useAnswer({
    key: `blog_posts ${id}`,
    ask: (signal) => askPost(id, signal),
    read: readPost,
  });
  // Editing waits for the fresh version, unless the server cannot be reached: a kept copy may be outdated. Later
  // responses must not change the article under the writer, so the first version is kept in state.
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
