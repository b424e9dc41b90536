import { Link } from '@/ui/link';
import waiting from '@/ui/waiting.module.css';
import { dayOf } from '../lists';
import type { Post } from '../schema';
import { Cover } from './cover';
import classes from './post-card.module.css';

interface PostCardProps {
  post: Post;
  /** Draws the larger card of the newest post. */
  lead?: boolean;
  /** Level of the card's heading. */
  level?: 2 | 3;
  /** Whether the card is visible without scrolling. */
  urgent?: boolean;
}

/** A post in a list; the whole card is a link. */
export function PostCard({ post, lead = false, level = 2, urgent = false }: PostCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.card} data-lead={lead || undefined}>
      <div className={classes.picture}>
        <Cover url={post.coverUrl} width={lead ? 720 : 400} urgent={urgent} />
      </div>
      <div className={classes.body}>
        <p className={classes.category}>{post.category.name}</p>
        <Heading className={classes.title}>
          <Link className={classes.link} to={`/blog/${post.slug}`}>
            {post.title}
          </Link>
        </Heading>
        <p className={classes.excerpt}>{post.excerpt}</p>
        <PostFacts post={post} />
      </div>
    </article>
  );
}

/** Date and reading time: '15 de novembro de 2026 · 4 min de leitura'. */
export function PostFacts({ post }: { post: Post }) {
  return (
    <p className={classes.facts}>
      <time dateTime={post.publishedAt}>{dayOf(post.publishedAt)}</time>
      {' · '}
      {post.readingMinutes} min de leitura
    </p>
  );
}

/** Placeholder in the shape of a card. */
export function PostCardSkeleton({ lead = false }: { lead?: boolean }) {
  return (
    <div className={`${classes.card} ${waiting.light}`} data-lead={lead || undefined} aria-hidden="true">
      <div className={classes.picture}>
        <div className={classes.waitingPicture} />
      </div>
      <div className={classes.body}>
        <div className={classes.waiting} data-width="short" />
        <div className={classes.waiting} data-width="title" />
        <div className={classes.waiting} />
        <div className={classes.waiting} data-width="short" />
      </div>
    </div>
  );
}
