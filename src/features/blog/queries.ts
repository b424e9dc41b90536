import { useCallback, useEffect, useState } from 'react';
import { logger } from '@/lib/logger';
import { prerendered } from '@/lib/prerendered';
import { callProcedure, RestFailure } from '@/lib/rest';
import { useTakenOver } from '@/lib/use-taken-over';
import type { Query, Retry } from '@/reads/query';
import { useSyncStatus } from '@/reads/sync-status';
import { type ContentQuery, useContent } from '@/reads/use-content';
import { drop, keep, readKept } from './article-kept';
import { type Article, type Post, parsePost, readArticle } from './schema';

/** The published posts, newest first. */
export function usePosts(): ContentQuery<Post> {
  return useContent('blog', parsePost);
}

export type ArticleQuery = Query<Article, ArticleAbsence> & Retry;

type ArticleAbsence = 'loading' | 'missing' | 'unavailable' | 'failed';

type Answer = 'none' | 'missing' | 'unreachable' | 'failed';

/**
 * Reads an article by its slug. The copy from the prerendered page or this phone shows at once; the server is asked
 * when there is no copy or the revision differs. `revision` comes from the list: null when the list lacks the article,
 * undefined while the list is loading. A component that changes its slug needs a new `key`.
 */
export function useArticle(slug: string, revision: string | null | undefined): ArticleQuery {
  const takenOver = useTakenOver();
  const [article, setArticle] = useState(() => (takenOver ? cameWithPage(slug) : readKept(slug)));
  const [answer, setAnswer] = useState<Answer>('none');
  const [round, setRound] = useState(0);
  const online = useSyncStatus(({ connection }) => connection === 'online');
  const isCurrent = article !== null && (revision === undefined || article.revision === revision);

  useEffect(() => {
    const brought = takenOver ? cameWithPage(slug) : null;
    if (brought) keep(brought);
  }, [takenOver, slug]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (isCurrent || !online) return undefined;
    const controller = new AbortController();
    callProcedure('blog_post', { post_slug: slug }, controller.signal)
      .then((value) => {
        if (controller.signal.aborted) return;
        if (value === null) {
          drop(slug);
          setArticle(null);
          setAnswer('missing');
          return;
        }
        const read = readArticle(value);
        keep(read);
        setArticle(read);
        setAnswer('none');
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        logger.info('Article could not be loaded', error);
        setAnswer(error instanceof RestFailure && error.unreachable ? 'unreachable' : 'failed');
      });
    return () => controller.abort();
  }, [slug, isCurrent, online, round]);

  const retry = useCallback(() => {
    setAnswer('none');
    setRound((now) => now + 1);
  }, []);
  if (article) return { status: 'ready', data: article, retry };
  return { status: absenceOf(answer, online), data: null, retry };
}

const cameWithPage = (slug: string) => prerendered<Article>('article', slug);

function absenceOf(answer: Answer, online: boolean): ArticleAbsence {
  if (answer === 'missing' || answer === 'failed') return answer;
  if (!online || answer === 'unreachable') return 'unavailable';
  return 'loading';
}
