import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { withRedirect } from '@/auth/entering/redirect';
import { useIdentity } from '@/auth/identity';
import type { CommandOf } from '@/outbox/stored-command';
import { useNames } from '@/reads/use-names';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { useNow } from '@/ui/use-now';
import type { ShownPost } from '../overlay';
import { useMural } from '../queries';
import classes from './mural.module.css';
import { MuralFallback } from './mural-fallback';
import { type Face, PostCard } from './post-card';
import { PostForm } from './post-form';

/** Posts shown at first, and added by each 'more'. */
const PAGE = 20;

interface MuralProps {
  portrait: Face;
  /** Draws the reader's actions on another person's post: reporting it. */
  actions?: (post: ShownPost) => ReactNode;
}

/** Lists the newest posts, and lets signed-in users write. Reads from the phone, so works offline. */
export function Mural({ portrait, actions }: MuralProps) {
  const { identity } = useIdentity();
  const { status, data: posts, retry } = useMural();
  const names = useNames();
  const now = useNow();
  const [count, setCount] = useState(PAGE);
  const [edited, setEdited] = useState<CommandOf<'post.create'> | null>(null);
  const active = identity?.state === 'active' ? identity : null;
  // After a change of user, a post that the previous user was correcting must not stay in the form.
  const refused = edited?.userId === active?.userId ? edited : null;
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Mural</PageHeading>
        <p>Convites, dúvidas e conquistas de quem dança. Escreva mesmo sem internet: a gente envia depois.</p>
      </header>
      {active ? (
        <PostForm
          key={`${active.userId}/${refused?.id}`}
          userId={active.userId}
          names={names}
          refused={refused}
          onDone={() => setEdited(null)}
        />
      ) : (
        <div className={classes.invite}>
          <p>Entre para publicar no Mural.</p>
          <LinkButton to={withRedirect('/login', '/comunidade/mural')}>Entrar</LinkButton>
        </div>
      )}
      <section className={classes.posts} aria-label="Publicações">
        {posts.length > 0 ? (
          <ul className={classes.list}>
            {posts.slice(0, count).map((post) => (
              <PostCard
                key={post.id}
                {...{ post, names, portrait, now, actions }}
                edit={setEdited}
                isTeam={active?.role === 'admin'}
              />
            ))}
          </ul>
        ) : null}
        {posts.length > count ? (
          <Button variant="outline" onClick={() => setCount(count + PAGE)}>
            Mostrar mais
          </Button>
        ) : null}
        {status === 'ready' ? null : <MuralFallback status={status} retry={retry} />}
        {status === 'ready' && posts.length === 0 ? (
          <Notice
            title="Ninguém publicou ainda"
            text="Que tal começar? Conte onde você dança e o que está aprendendo."
          />
        ) : null}
      </section>
    </>
  );
}
