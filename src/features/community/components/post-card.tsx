import type { ReactNode } from 'react';
import { timeSince } from '@/lib/dates';
import { discard, retry } from '@/outbox/entry';
import { mayRetry, sendingOf } from '@/outbox/sending';
import type { CommandOf, StoredCommand } from '@/outbox/stored-command';
import type { NamesLookup } from '@/reads/use-names';
import type { ShownPost } from '../overlay';
import classes from './mural.module.css';
import { RemovePost } from './remove-post';

export type Face = (person: { id: string; name: string; imageUrl: string | null }) => ReactNode;

interface PostCardProps {
  post: ShownPost;
  names: NamesLookup;
  portrait: Face;
  now: number;
  /** Draws the reader's actions on another person's post. */
  actions?: ((post: ShownPost) => ReactNode) | undefined;
  /** Opens a refused post in the form. The post stays until its replacement is stored. */
  edit(refused: CommandOf<'post.create'>): void;
  /** Whether the reader is a member of the team, who can remove any post. */
  isTeam: boolean;
}

const ROLES = { student: null, teacher: 'Professor', admin: 'Equipe' } as const;

/** Milliseconds for which a delivered post shows 'Enviado'. */
const NEWS = 5 * 60_000;

export function PostCard({ post, names, portrait, now, actions, edit, isTeam }: PostCardProps) {
  const { author, write } = post;
  const role = ROLES[author.role];
  const about = [
    post.cityId ? names.cityName(post.cityId) : null,
    post.styleId ? names.styleName(post.styleId) : null,
  ].filter((name) => name !== null);
  const mayRemove = post.isMine || (isTeam && post.isStored);
  return (
    <li className={classes.card} data-waiting={!post.isStored || undefined}>
      <article aria-label={`Publicação de ${author.name}`}>
        <header className={classes.author}>
          <span className={classes.face}>
            {portrait({ id: author.tag, name: author.name, imageUrl: author.imageUrl })}
          </span>
          <p>
            <b>{author.name}</b>
            {role ? <span className={classes.role}>{role}</span> : null}
            <time dateTime={new Date(post.createdAt).toISOString()}>{timeSince(post.createdAt, now)}</time>
          </p>
        </header>
        <p className={classes.text}>{post.text}</p>
        {about.length > 0 ? (
          <ul className={classes.tags}>
            {about.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        ) : null}
        {write && (write.ack === null || now - write.ack.at < NEWS) ? (
          <Note write={write} edit={edit} />
        ) : null}
        <footer className={classes.foot}>
          {mayRemove ? <RemovePost post={post} /> : null}
          {!post.isMine && post.isStored ? actions?.(post) : null}
        </footer>
      </article>
    </li>
  );
}

function Note({ write, edit }: { write: StoredCommand; edit: PostCardProps['edit'] }) {
  const { tone, text, reason } = sendingOf(write);
  return (
    <div className={classes.note} data-tone={tone}>
      <p className={classes.sending} data-tone={tone} role={tone === 'refused' ? 'alert' : 'status'}>
        {text}
      </p>
      {reason ? <p>{reason}</p> : null}
      {mayRetry(write) ? (
        <button type="button" className={classes.plain} onClick={() => void retry(write.id)}>
          Tentar de novo
        </button>
      ) : null}
      {write.status === 'rejected' && write.kind === 'post.create' ? (
        <button type="button" className={classes.plain} onClick={() => edit(write)}>
          Editar
        </button>
      ) : null}
      {write.status === 'rejected' && write.kind === 'post.remove' ? (
        <button type="button" className={classes.plain} onClick={() => void discard(write.id)}>
          Entendi
        </button>
      ) : null}
    </div>
  );
}
