/** The demo articles: metadata in blog.json, texts in articles/, covers in covers/. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Statements } from '../database.ts';
import { noon } from './accounts.ts';
import { demoFolder } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';
import { documentOf } from './rich-text.ts';

const slug = z.string().regex(/^[a-z0-9-]+$/);
const demoBlog = z.strictObject({
  categories: z.array(z.strictObject({ slug, name: z.string(), position: z.number().int() })),
  articles: z.array(
    z.strictObject({
      slug,
      title: z.string(),
      category: slug,
      excerpt: z.string(),
      author: z.string(),
      publishedOn: z.iso.date(),
      cover: z.strictObject({
        motif: z.enum(['conversa', 'sapatos', 'sanfona', 'ondas', 'pandeiro', 'baile', 'relogio']),
        backdrop: z.number().int().min(0).max(9),
        alt: z.string(),
      }),
    }),
  ),
});
export type DemoBlog = z.infer<typeof demoBlog>;

const BUCKET = 'blog-images';

export async function readDemoBlog(): Promise<DemoBlog> {
  return demoBlog.parse(JSON.parse(await readFile(new URL('blog.json', demoFolder), 'utf8')));
}

type PutObject = (bucket: string, key: string, bytes: Uint8Array, contentType: string) => Promise<unknown>;

/** Stores the covers and returns their addresses by article slug. */
export async function putCovers({ articles }: DemoBlog, putObject: PutObject): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const article of articles) {
    const bytes = await readFile(new URL(`covers/${article.slug}.webp`, demoFolder));
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const key = `${article.slug}/${digest}.webp`;
    await putObject(BUCKET, key, bytes, 'image/webp');
    addresses.set(article.slug, `/storage/v1/object/public/${BUCKET}/${key}`);
  }
  return addresses;
}

export async function putBlog(
  tx: Statements,
  { categories, articles }: DemoBlog,
  covers: ReadonlyMap<string, string>,
): Promise<void> {
  const categoryId = (of: string) => nameUuid(`demo:blog-category:${of}`);
  for (const { slug: of, name, position } of categories) {
    await tx.query('insert into public.blog_categories (id, name, slug, position) values ($1, $2, $3, $4)', [
      categoryId(of),
      name,
      of,
      position,
    ]);
  }
  for (const [place, article] of articles.entries()) {
    const text = await readFile(new URL(`articles/${article.slug}.md`, demoFolder), 'utf8');
    await tx.query(
      `insert into public.blog_posts (id, title, slug, category_id, excerpt, cover_url, cover_alt, body, author_name,
         status, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, 'published',
         -- Also where a clock is behind the demo's dates.
         least($10::timestamptz, now() - $11::integer * interval '1 day'))`,
      [
        nameUuid(`demo:blog-post:${article.slug}`),
        article.title,
        article.slug,
        categoryId(article.category),
        article.excerpt,
        covers.get(article.slug) ?? null,
        article.cover.alt,
        JSON.stringify(documentOf(text)),
        article.author,
        noon(article.publishedOn),
        place + 1,
      ],
    );
  }
}
