import { expect, it } from 'vitest';
import { sitemap } from '../../supabase/hosting/site-files.ts';
import { PageTemplate } from '../../supabase/hosting/template.ts';
import { chooseRows } from './prerender.ts';

it('reads the configured backend, and the demo only where nobody else sees it', () => {
  expect(chooseRows({ VITE_SUPABASE_URL: 'https://db.example/', VITE_SUPABASE_ANON_KEY: 'key' })).toEqual({
    kind: 'backend',
    url: 'https://db.example',
    key: 'key',
  });
  expect(chooseRows({ VITE_SITE_URL: '' })).toEqual({ kind: 'demo' });
  expect(chooseRows({ VITE_SITE_URL: 'http://localhost:4000' })).toEqual({ kind: 'demo' });
});

it('refuses the demo for a site that others see', () => {
  const choice = chooseRows({ VITE_SITE_URL: 'https://danceflix.example' });
  expect(choice.kind).toBe('refused');
  expect(Reflect.get(choice, 'reason')).toContain('https://danceflix.example');
  expect(chooseRows({ VITE_SITE_URL: 'https://danceflix.example', PRERENDER: 'off' }).kind).toBe('none');
});

it('fills the shell: head in place, content, data that cannot end its script, files of the page', () => {
  const shell = `<html><head><title>x</title><meta name="description" content="x" />
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor-1a.js"></head>
<body><div id="root">
  <div class="start-splash"><svg></svg></div>
</div><noscript>Ative</noscript></body></html>`;
  const manifest = {
    'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    'src/pages/a.tsx': { file: 'assets/a.js', imports: ['_shared.js', '_own.js'], css: ['assets/a.css'] },
    '_own.js': { file: 'assets/own.js' },
    'src/app/router/seldom-modules.ts': { file: 'assets/seldom.js', dynamicImports: ['src/pages/a.tsx'] },
    'src/app/router/own-modules.ts': { file: 'assets/others.js', dynamicImports: ['src/pages/b.tsx'] },
    'src/pages/b.tsx': { file: 'assets/b.js', css: ['assets/b.css'] },
  };
  const sheets = [
    { file: 'assets/a.css', css: '._hero_1{color:red}' },
    { file: 'assets/b.css', css: '._other_2{}' },
  ];
  const html = new PageTemplate(shell, manifest, sheets).fill({
    html: '<main class="x _hero_1">A</main>',
    title: 'A & B',
    tags: [
      { tag: 'meta', key: { name: 'name', value: 'description' }, attribute: 'content', value: 'diz "oi"' },
      { tag: 'link', key: { name: 'rel', value: 'canonical' }, attribute: 'href', value: 'https://x/a' },
      { tag: 'meta', key: { name: 'name', value: 'robots' }, attribute: 'content', value: null },
    ],
    dataId: 'data',
    answers: { q: '</script><b>' },
    module: 'src/pages/a',
  });
  expect(html).toContain('<title>A &amp; B</title>');
  expect(html.match(/name="description"/g)).toHaveLength(1);
  expect(html).toContain('content="diz &quot;oi&quot;"');
  expect(html).toContain('<link rel="canonical" href="https://x/a" />');
  expect(html).not.toContain('robots');
  expect(html).toContain('<div id="root" data-prerendered><main class="x _hero_1">A</main></div>');
  expect(html).not.toContain('start-splash');
  expect(html).toContain('{"q":"\\u003c/script>\\u003cb>"}');
  expect(html).toContain('href="/assets/a.css"');
  expect(html).not.toContain('b.css');
  for (const file of ['seldom', 'a', 'own'])
    expect(html).toContain(`modulepreload" crossorigin href="/assets/${file}.js"`);
  expect(html).not.toContain('href="/assets/shared.js"');
  expect(html).not.toContain('others.js');
  // Inert until the page is painted.
  const app = /<template id="danceflix-app">(.*?)<\/template>/.exec(html)?.[1];
  // The app’s imports are evaluated before it, in a task of their own, while the app is on its way.
  expect(app?.match(/\w+(?=\.js)|script(?= type)|modulepreload/g)).toEqual([
    ...['script', '1a', 'modulepreload', 'index'],
    ...['modulepreload', 'seldom', 'modulepreload', 'a', 'modulepreload', 'own'],
    ...['script', 'index'],
  ]);
  expect(html.match(/type="module"/g)).toHaveLength(2);
  expect(html.match(/modulepreload/g)).toHaveLength(app?.match(/modulepreload/g)?.length ?? 0);
});

it('lists every page for search engines, with the moment of its change where it is known', () => {
  const map = sitemap('https://danceflix.example', [
    { path: '/', changedAt: null },
    { path: '/blog/a&b', changedAt: '2026-11-20T12:00:00.000Z' },
  ]);
  expect(map).toContain('<url><loc>https://danceflix.example/</loc></url>');
  expect(map).toContain(
    '<url><loc>https://danceflix.example/blog/a&amp;b</loc><lastmod>2026-11-20T12:00:00.000Z</lastmod></url>',
  );
});
