import { escapeHtml } from './html.ts';
import type { PageAddress } from './renderer.ts';

/** Every page for search engines. `site` is an origin. */
export function sitemap(site: string, pages: readonly PageAddress[]): string {
  const indexed = pages.filter((page) => page.indexed !== false);
  const urls = indexed.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`;
    return `  <url><loc>${escapeHtml(new URL(path, site).href)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** `rules` with the sitemap's address at their end. */
export function robots(rules: string, site: string): string {
  const kept = rules.replace(/^Sitemap:.*\n?/gim, '').trimEnd();
  return `${kept}\nSitemap: ${new URL('/sitemap.xml', site).href}\n`;
}
