import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { imageUrl } from '@/lib/images';
import { shareImageOf } from '@/lib/share-picture';
import { SITE_NAME, siteAddress } from '@/lib/site';
import { useSyncStatus } from '@/reads/sync-status';
import { ChevronLeftIcon, OfflineIcon } from '@/ui/icons';
import { JsonLd } from '@/ui/json-ld';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { RichText } from '@/ui/rich-text/rich-text';
import { ShareButton } from '@/ui/share-button';
import waiting from '@/ui/waiting.module.css';
import { relatedTo } from '../lists';
import { useArticle, usePosts } from '../queries';
import type { Article, Post } from '../schema';
import classes from './article-view.module.css';
import { Cover } from './cover';
import { PostCard, PostFacts } from './post-card';

const RELATED = 3;

/** Shows an article by its slug. Another slug needs another `key`. */
export function ArticleView({ slug }: { slug: string }) {
  const { status: listStatus, data: posts } = usePosts();
  const listed = posts.find((post) => post.slug === slug) ?? null;
  const {
    status,
    data: article,
    retry,
  } = useArticle(slug, listStatus === 'loading' ? undefined : (listed?.revision ?? null));
  if (article) return <ArticlePage article={article} posts={posts} />;
  if (status === 'loading') return <Waiting />;
  if (status === 'missing') {
    return (
      <Absent
        title="Artigo não encontrado"
        text="Ele pode ter mudado de endereço ou saído do ar."
        action={<LinkButton to="/blog">Ver todos os artigos</LinkButton>}
        isGone
      />
    );
  }
  if (status === 'failed') {
    return (
      <Absent
        title="Não foi possível carregar o artigo"
        text="Tente de novo daqui a pouco."
        action={<Button onClick={retry}>Tentar de novo</Button>}
      />
    );
  }
  return (
    <Absent
      title={
        listed ? `“${listed.title}” ainda não está neste aparelho` : 'Este artigo não está neste aparelho'
      }
      text="Você está sem conexão. Cada artigo que você abre com internet fica salvo para ler depois, mesmo sem sinal."
      action={
        <>
          <LinkButton to="/blog">Ver a lista de artigos</LinkButton>
          <Button variant="outline" onClick={retry}>
            Tentar de novo
          </Button>
        </>
      }
    />
  );
}

function ArticlePage({ article, posts }: { article: Article; posts: readonly Post[] }) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const path = `/blog/${article.slug}`;
  const related = relatedTo(article, posts, RELATED);
  return (
    <>
      <PageHead
        title={article.title}
        description={article.excerpt}
        path={path}
        image={shareImageOf(article.id, article.coverUrl, article.coverAlt || article.title)}
      />
      <JsonLd data={articleData(article)} />
      <article className={classes.article}>
        <header className={classes.head}>
          <nav aria-label="Onde você está">
            <Link className={classes.back} to="/blog">
              <ChevronLeftIcon size={18} />
              Blog
            </Link>
            <Link className={classes.back} to={`/blog?categoria=${article.category.slug}`}>
              {article.category.name}
            </Link>
          </nav>
          <PageHeading className={classes.title}>{article.title}</PageHeading>
          <p className={classes.excerpt}>{article.excerpt}</p>
          <div className={classes.byline}>
            <p>
              Por <b>{article.authorName}</b>
            </p>
            <PostFacts post={article} />
          </div>
          {offline ? (
            <p className={classes.kept}>
              <OfflineIcon size={18} />
              Salvo neste aparelho: você pode ler sem conexão.
            </p>
          ) : null}
        </header>
        <div className={classes.cover}>
          <Cover url={article.coverUrl} alt={article.coverAlt} width={960} urgent offered />
        </div>
        <div className={classes.body}>
          <RichText document={article.body} />
          <div className={classes.share}>
            <p>Gostou? Mande para quem dança com você.</p>
            <ShareButton title={article.title} text={article.excerpt} url={siteAddress(path)} />
          </div>
        </div>
      </article>
      {related.length > 0 ? (
        <section className={classes.related} aria-labelledby="related-posts">
          <h2 id="related-posts">Continue lendo</h2>
          <ul className={classes.cards}>
            {related.map((post) => (
              <li key={post.id}>
                <PostCard post={post} level={3} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Structured data of type BlogPosting (schema.org). */
function articleData({ title, excerpt, slug, coverUrl, authorName, publishedAt }: Article): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    datePublished: publishedAt,
    inLanguage: 'pt-BR',
    mainEntityOfPage: siteAddress(`/blog/${slug}`),
    author: { '@type': 'Person', name: authorName },
    publisher: { '@type': 'Organization', name: SITE_NAME, url: siteAddress('/') },
    ...(coverUrl && { image: siteAddress(imageUrl(coverUrl, { width: 1200, height: 675 })) }),
  };
}

interface AbsentProps {
  title: string;
  text: string;
  action: ReactNode;
  /** The server has no such article, so search engines must not index the page. */
  isGone?: boolean;
}

function Absent({ isGone = false, ...notice }: AbsentProps) {
  return (
    <>
      <PageHead title={isGone ? 'Artigo não encontrado' : 'Artigo do blog'} path={null} indexed={!isGone} />
      <Notice level={1} {...notice} />
    </>
  );
}

function Waiting() {
  return (
    <div
      className={`${classes.article} ${waiting.light}`}
      role="status"
      aria-busy="true"
      aria-label="Carregando o artigo"
    >
      <PageHead title="Artigo do blog" path={null} />
      <div className={classes.head}>
        <div className={classes.waiting} data-part="category" />
        <div className={classes.waiting} data-part="title" />
        <div className={classes.waiting} />
        <div className={classes.waiting} data-part="category" />
      </div>
      <div className={`${classes.waiting} ${classes.cover}`} data-part="cover" />
    </div>
  );
}
