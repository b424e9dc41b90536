import { timeSince } from '@/lib/dates';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useNow } from '@/ui/use-now';
import { useMural } from '../queries';
import classes from './mural.module.css';
import { MuralFallback } from './mural-fallback';
import type { Face } from './post-card';

interface LatestPostsProps {
  count: number;
  portrait: Face;
}

/** The newest posts of the Mural, without any actions. */
export function LatestPosts({ count, portrait }: LatestPostsProps) {
  const { status, data: posts, retry } = useMural();
  const now = useNow();
  if (posts.length === 0) {
    return status === 'ready' ? (
      <Notice
        title="Ninguém publicou ainda"
        text="A primeira publicação pode ser sua."
        action={<LinkButton to="/comunidade/mural">Escrever no Mural</LinkButton>}
      />
    ) : (
      <MuralFallback status={status} retry={retry} />
    );
  }
  return (
    <ul className={classes.list}>
      {posts.slice(0, count).map(({ id, author, text, createdAt }) => (
        <li key={id} className={classes.card}>
          <div className={classes.author}>
            <span className={classes.face}>
              {portrait({ id: author.tag, name: author.name, imageUrl: author.imageUrl })}
            </span>
            <p>
              <b>{author.name}</b>
              <time dateTime={new Date(createdAt).toISOString()}>{timeSince(createdAt, now)}</time>
            </p>
          </div>
          <p className={classes.text} data-short="">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
