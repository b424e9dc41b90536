import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { categoriesOf } from '../lists';
import { usePosts } from '../queries';
import type { Post, PostCategory } from '../schema';
import classes from './blog-list.module.css';
import { PostCard, PostCardSkeleton } from './post-card';

/** Posts shown first: the large newest one and three rows of three. */
const FIRST = 10;
const MORE = 9;

/** Lists all posts, or those of the category in the address (`?categoria=`). */
export function BlogList() {
  const { status, data: posts, retry } = usePosts();
  const [query] = useSearchParams();
  const wanted = query.get('categoria') ?? '';
  const categories = categoriesOf(posts);
  return (
    <>
      <header className={classes.head}>
        <PageHeading>Blog do Danceflix</PageHeading>
        {status === 'ready' && posts.length === 0 ? null : (
          <p className={classes.intro}>
            Conversas sobre aprender a dançar: como escolher quem ensina, o que fazer na primeira aula e como
            aproveitar o baile.
          </p>
        )}
      </header>
      {status === 'loading' ? (
        <div className={classes.grid} role="status" aria-busy="true" aria-label="Carregando os artigos">
          <PostCardSkeleton lead />
          <PostCardSkeleton />
          <PostCardSkeleton />
          <PostCardSkeleton />
        </div>
      ) : null}
      {status === 'unavailable' ? (
        <Notice
          title="Os artigos ainda não estão neste aparelho"
          text="Você está sem conexão. Abra o blog uma vez com internet e a lista fica salva aqui."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
      {status === 'failed' ? (
        <Notice
          role="alert"
          title="Não foi possível carregar o blog"
          text="Tente de novo daqui a pouco."
          action={<Button onClick={retry}>Tentar de novo</Button>}
        />
      ) : null}
      {status === 'ready' ? (
        <>
          {categories.length > 1 ? <Categories categories={categories} wanted={wanted} /> : null}
          <Posts
            key={wanted}
            posts={posts.filter(({ category }) => wanted === '' || category.slug === wanted)}
            isFiltered={wanted !== ''}
          />
        </>
      ) : null}
    </>
  );
}

function Categories({ categories, wanted }: { categories: readonly PostCategory[]; wanted: string }) {
  const all = { slug: '', name: 'Todos' };
  return (
    <nav aria-label="Categorias">
      <ul className={classes.chips}>
        {[all, ...categories].map(({ slug, name }) => (
          <li key={slug}>
            <Link
              className={classes.chip}
              to={slug === '' ? '/blog' : `/blog?categoria=${slug}`}
              aria-current={slug === wanted ? 'true' : undefined}
              preventScrollReset
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Posts({ posts, isFiltered }: { posts: readonly Post[]; isFiltered: boolean }) {
  const [shown, setShown] = useState(FIRST);
  if (posts.length === 0) {
    return isFiltered ? (
      <Notice
        title="Nenhum artigo nesta categoria"
        text="Ela pode ter mudado de nome, ou o que havia nela saiu do ar."
        action={<LinkButton to="/blog">Ver todos os artigos</LinkButton>}
      />
    ) : (
      <Notice
        title="Nenhum artigo por enquanto"
        text="Quando a equipe publicar o primeiro, ele aparece aqui. Já dá para ler e treinar os passos."
        action={<LinkButton to="/biblioteca-passos">Abrir a biblioteca de passos</LinkButton>}
      />
    );
  }
  return (
    <>
      <ul className={classes.grid} aria-label="Artigos">
        {posts.slice(0, shown).map((post, place) => (
          <li key={post.id}>
            <PostCard post={post} lead={place === 0} urgent={place === 0} />
          </li>
        ))}
      </ul>
      {posts.length > shown ? (
        <Button
          className={classes.more ?? ''}
          variant="outline"
          onClick={() => setShown((now) => now + MORE)}
        >
          Ver mais artigos
        </Button>
      ) : null}
    </>
  );
}
