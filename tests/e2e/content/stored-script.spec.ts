/**
 * Scripts stored in people's texts are shown as plain text in a real browser, on every page that
 * shows such texts.
 */
import { changingTest, expect } from '../support/test';

const SCRIPTS = [
  '<img src=x onerror="window.ran=1">',
  '</script><script>window.ran=1</script>',
  '"><svg onload="window.ran=1">',
  '<a href="javascript:window.ran=1">oi</a>',
];

changingTest(
  'a stored script is text wherever people read it',
  { tag: '@full' },
  async ({ page, product }) => {
    const [written = '', closing = '', quoted = '', linked = ''] = SCRIPTS;
    const [teacher] = await product.sql<{ id: string; slug: string }>(
      `update public.teachers set bio = $1, experience = $2, neighborhood = $3
     where id = (select id from public.teacher_listings where not _deleted and slug is not null order by rank limit 1)
     returning id, slug`,
      ...[`${written} ${linked}`, closing, quoted],
    );
    // The database restricts names to letters: an older name is still in the listing.
    await product.sql(
      `update public.teacher_listings set name = $1 where id = $2`,
      `Ana ${written}`,
      teacher?.id,
    );
    await product.sql(
      `update public.posts set text = $1 where is_listed and removed_at is null`,
      `${written}${closing}`,
    );
    await product.sql(
      `update public.events set title = $1, venue = $2, description = $3, organiser = $3, price = $4 where is_published`,
      ...[written, quoted, `${closing}${linked}`, closing.slice(0, 80)],
    );
    await product.sql(
      `update public.dance_steps set description = $1 where is_published`,
      `${written}${quoted}`,
    );
    const [article] = await product.sql<{ slug: string }>(
      `update public.blog_posts set title = $1, excerpt = $2, author_name = $3, body = $4::text::jsonb
     where id = (select id from public.blog_posts where status = 'published' order by published_at desc limit 1)
     returning slug`,
      ...[written, closing, quoted],
      JSON.stringify({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: `${written}${linked}` }] }],
      }),
    );
    const [event] = await product.sql<{ id: string }>(
      `select id from public.events where is_published and starts_at > now() order by starts_at limit 1`,
    );

    const noise: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) noise.push(message.text());
    });
    page.on('dialog', (dialog) => {
      noise.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [path, text] of [
      ['/search', written],
      [`/teachers/${teacher?.slug}`, closing],
      ['/comunidade', written],
      ['/comunidade/mural', closing],
      [`/comunidade/eventos?evento=${event?.id}`, quoted],
      ['/biblioteca-passos', written],
      ['/blog', closing],
      [`/blog/${article?.slug}`, linked],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeAttached();
      const seen = await page.evaluate(() => ({
        ran: 'ran' in window,
        handlers: document.querySelectorAll('[onerror], [onload], iframe[srcdoc], a[href^="javascript:" i]')
          .length,
        strange: [...document.scripts].filter((script) => script.textContent.includes('window.ran=1</'))
          .length,
      }));
      expect([path, seen]).toEqual([path, { ran: false, handlers: 0, strange: 0 }]);
    }
    expect(noise).toEqual([]);
  },
);
