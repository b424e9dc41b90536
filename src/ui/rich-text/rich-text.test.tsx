import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { RichText } from './rich-text';
import { isOwnPicture, isSafeLink } from './rules';

afterEach(cleanup);

function drawn(document: unknown): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <RichText document={document} />
    </MemoryRouter>,
  );
  return container;
}

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const PICTURE = '/storage/v1/object/public/blog-images/capa/forro.webp';

test('every node that the editor writes is rendered as its element', () => {
  const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks });
  const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
  const item = (words: string) => ({ type: 'listItem', content: [paragraph(text(words))] });
  const page = drawn(
    doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Dois')] },
      { type: 'heading', attrs: { level: 3 }, content: [text('Três')] },
      paragraph(
        text('forte', { type: 'bold' }),
        text('inclinado', { type: 'italic' }),
        { type: 'hardBreak' },
        text('fora', { type: 'bold' }, { type: 'link', attrs: { href: 'https://danceflix.test/' } }),
        text('dentro', { type: 'link', attrs: { href: '/search' } }),
      ),
      { type: 'bulletList', content: [item('ponto')] },
      { type: 'orderedList', content: [item('primeiro')] },
      { type: 'blockquote', content: [paragraph(text('dito'))] },
      { type: 'image', attrs: { src: PICTURE, alt: 'Um casal' } },
      { type: 'horizontalRule' },
    ),
  );
  const words = (selector: string) => page.querySelector(selector)?.textContent;
  expect([words('h2'), words('h3'), words('strong'), words('em')]).toEqual([
    'Dois',
    'Três',
    'forte',
    'inclinado',
  ]);
  expect([words('ul > li'), words('ol > li'), words('blockquote')]).toEqual(['ponto', 'primeiro', 'dito']);
  expect(page.querySelector('a[href="https://danceflix.test/"] strong')?.textContent).toBe('fora');
  expect(page.querySelector('a[href="https://danceflix.test/"]')?.getAttribute('rel')).toBe('noopener');
  expect(page.querySelector('a[href="/search"]')?.textContent).toBe('dentro');
  expect(page.querySelector('img')?.getAttribute('alt')).toBe('Um casal');
  expect(page.querySelectorAll('br, hr')).toHaveLength(2);
});

test('an unknown node is dropped, and its siblings stay', () => {
  const page = drawn(
    doc(
      { type: 'iframe', attrs: { src: 'https://evil.test' }, content: [{ type: 'paragraph' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'fica' }] },
    ),
  );
  expect(page.querySelector('iframe')).toBeNull();
  expect(page.textContent).toBe('fica');
});

test('a link that is not allowed is rendered as its text', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const page = drawn(doc({ type: 'paragraph', content: [{ type: 'text', text: 'clique', marks: [link] }] }));
  expect(page.querySelector('a')).toBeNull();
  expect(page.textContent).toBe('clique');
});

const address = fc.oneof(
  fc.constantFrom(
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a/b',
    'file:///etc/passwd',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'https://danceflix.test/a',
    'mailto:a@danceflix.test',
    '/blog',
    PICTURE,
    '/storage/v1/object/public/blog-images/../../x.png',
  ),
  fc.webUrl(),
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const anything = fc.oneof(address, fc.anything());
const name = fc.oneof(
  fc.constantFrom(
    ...[
      'doc',
      'paragraph',
      'heading',
      'bulletList',
      'orderedList',
      'listItem',
      'blockquote',
      'image',
      'text',
    ],
    ...[
      'hardBreak',
      'horizontalRule',
      'link',
      'bold',
      'italic',
      'script',
      'iframe',
      'style',
      'object',
      'html',
    ],
    ...['svg', '__proto__', 'constructor'],
  ),
  fc.string(),
);
const attrs = fc.oneof(
  fc.record({ href: anything, src: anything, alt: anything, level: fc.oneof(fc.nat(6), anything) }),
  fc.dictionary(
    fc.constantFrom('href', 'src', 'onclick', 'onerror', 'style', 'srcdoc', 'ref', 'key'),
    anything,
  ),
  fc.anything(),
);
const { node } = fc.letrec((tie) => ({
  mark: fc.record({ type: name, attrs }),
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.record({ type: name, text: fc.oneof(fc.string(), address, fc.anything()), attrs }),
    fc.anything(),
    fc.record({
      type: name,
      attrs,
      text: fc.string(),
      marks: fc.oneof(fc.array(tie('mark'), { maxLength: 4 }), fc.anything()),
      content: fc.oneof(fc.array(tie('node'), { maxLength: 5 }), fc.anything()),
      onclick: fc.string(),
      dangerouslySetInnerHTML: fc.record({ __html: fc.constant('<img src=x onerror=alert(1)>') }),
    }),
  ),
}));

const ELEMENTS = new Set('P H2 H3 UL OL LI BLOCKQUOTE HR BR IMG A STRONG EM'.split(' '));
const ATTRIBUTES = new Set(
  'href target rel src srcset width height alt loading decoding crossorigin data-discover'.split(' '),
);

/** The address that a browser would really open. */
const opened = (value: string) => new URL(value, 'https://danceflix.test/blog/artigo');

test('any document becomes only listed elements, listed attributes and safe addresses', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(node, { maxLength: 6 }), fc.anything()), (content) => {
      const [root, ...others] = drawn({ type: 'doc', content }).querySelectorAll('*');
      expect(root?.tagName).toBe('DIV');
      for (const element of others) {
        expect(ELEMENTS).toContain(element.tagName);
        for (const { name: attribute } of element.attributes) expect(ATTRIBUTES).toContain(attribute);
        const href = element.getAttribute('href');
        if (href !== null) {
          expect(['https:', 'mailto:']).toContain(opened(href).protocol);
          if (href.startsWith('/')) expect(opened(href).host).toBe('danceflix.test');
        }
        const src = element.getAttribute('src');
        if (src !== null) expect(opened(src).pathname).toContain('/public/blog-images/');
      }
      cleanup();
    }),
    { numRuns: process.env.TEST_FULL === '1' ? 400 : 150 },
  );
});

test('an allowed address is one that a browser opens at the same place', () => {
  fc.assert(
    fc.property(address, (value) => {
      if (isSafeLink(value)) expect(['https:', 'mailto:']).toContain(opened(value).protocol);
      if (isSafeLink(value) && value.startsWith('/')) expect(opened(value).host).toBe('danceflix.test');
      if (isOwnPicture(value)) {
        expect(opened(value).href).toBe(`https://danceflix.test${value}`);
      }
    }),
    { numRuns: process.env.TEST_FULL === '1' ? 2_000 : 500 },
  );
});

test('an endlessly nested document is rendered to a limited depth', () => {
  let deep: unknown = { type: 'paragraph', content: [{ type: 'text', text: 'fundo' }] };
  for (let level = 0; level < 5000; level++) deep = { type: 'blockquote', content: [deep] };
  expect(drawn(doc(deep)).querySelectorAll('blockquote').length).toBeLessThan(20);
});
