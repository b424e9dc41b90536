import { Link } from '@/ui/link';
import { Badge } from '../core/cells';
import core from '../core/core.module.css';
import type { PostValues } from './draft';

interface PostStateProps {
  /** As the server has it. */
  saved: Pick<PostValues, 'status' | 'slug' | 'published_at'>;
  now: number;
}

/** Says whether visitors can read the saved article, and leads to it. */
export function PostState({ saved: { status, slug, published_at }, now }: PostStateProps) {
  if (status === 'draft') return <Badge>Rascunho</Badge>;
  const isAhead = published_at !== '' && Date.parse(`${published_at}:00-03:00`) > now;
  if (isAhead) return <Badge tone="wait">Agendado</Badge>;
  return (
    <p className={core.actions}>
      <Badge tone="good">Publicado</Badge>
      {slug ? <Link to={`/blog/${slug}`}>Ver artigo</Link> : null}
    </p>
  );
}
