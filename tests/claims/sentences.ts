/** Reads the sentences that the product's pages state, from their source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

export interface Sentence {
  /** Path of the source from the root. */
  file: string;
  /** One sentence; '…' stands for a value that is only known when it is shown. */
  text: string;
}

/** Pages and parts that describe the product, the people or the operator. A folder stands for all files in it. */
const SOURCES = [
  'src/pages/legal',
  'src/pages/public/become-teacher-page.tsx',
  'src/pages/public/campaign-later.tsx',
  'src/pages/public/campaign-page.tsx',
  'src/pages/public/home-page.tsx',
  'src/pages/public/landing-page.tsx',
  'src/pages/public/learn-to-dance-page.tsx',
  'src/pages/public/low-data-page.tsx',
  'src/pages/public/private-lessons-page.tsx',
  'src/pages/public/safety-page.tsx',
  'src/pages/public/search-page.tsx',
  'src/pages/public/sponsors-page.tsx',
  'src/pages/public/supporters-page.tsx',
  'src/features/faq/faq.json',
  'src/features/install/components',
  'src/features/landing',
  'src/features/supporters',
  'src/features/teachers/nearby/nearby-teachers.tsx',
  'src/features/teachers/nobody.tsx',
  'src/app/layouts/footer.tsx',
];

const BENEFITS = 'supabase/migrations/20261120004500_reference_data.sql';

export function productSentences(): Sentence[] {
  const files = SOURCES.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesIn(path)));
  const ofFiles = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const texts = file.endsWith('.json') ? jsonTexts(JSON.parse(source)) : sourceTexts(source);
    return texts.flatMap(split).map((text) => ({ file, text }));
  });
  const benefits = sqlTexts(readFileSync(BENEFITS, 'utf8')).map((text) => ({ file: BENEFITS, text }));
  const seen = new Set<string>();
  return [...ofFiles, ...benefits].filter(({ file, text }) => {
    const key = `${file} ${text}`;
    return !seen.has(key) && seen.add(key);
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name))
    .sort();
}

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Elements that are part of a sentence rather than its container. */
const INLINE = new Set(['a', 'b', 'em', 'strong', 'span', 'Link', 'time', 'br']);

/** Texts of a TypeScript source: of its JSX elements, and string literals that read like a sentence. */
export function sourceTexts(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const text = flow(node, visit);
      if (text.trim() !== '') texts.push(text);
      const opening = node.openingElement;
      if (isNode(opening)) for (const one of childNodes(opening)) visit(one);
      return;
    }
    const literal = literalText(node);
    if (literal !== null) texts.push(literal);
    for (const one of childNodes(node)) visit(one);
  };
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node);
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(isSentence);
}

/** The text of an element with its inline elements; block elements inside are visited on their own. */
function flow(element: Node, visit: (node: Node) => void): string {
  const parts = (element.children as Node[]).map((child) => {
    if (child.type === 'JSXText') return String(child.value);
    if (child.type === 'JSXElement' && INLINE.has(nameOf(child))) {
      const opening = child.openingElement as Node;
      for (const one of childNodes(opening)) visit(one);
      return flow(child, visit);
    }
    if (child.type === 'JSXExpressionContainer') {
      const { expression } = child as unknown as { expression: Node };
      const literal = literalText(expression);
      if (literal !== null) return literal;
      visit(expression);
      return expression.type === 'JSXEmptyExpression' ? '' : '…';
    }
    visit(child);
    return '\n';
  });
  return parts.join('');
}

const nameOf = (element: Node): string =>
  String(((element.openingElement as Node).name as Node | undefined)?.name ?? '');

function literalText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
}

function childNodes(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function jsonTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(jsonTexts);
}

/** Quoted texts of an SQL file that read like a sentence. */
function sqlTexts(source: string): string[] {
  return [...source.matchAll(/'((?:[^']|'')+)'/g)]
    .map(([, text = '']) => text.replaceAll("''", "'"))
    .filter((text) => /\s\S+\s/.test(text) && /\.$/.test(text));
}

/** Labels, paths, class names and the like are no sentences. */
const isSentence = (text: string): boolean => text.split(' ').length >= 3 && /\p{L}/u.test(text);

/** Splits at the end of each sentence; abbreviations such as 'art. 7º' end none. */
export function split(text: string): string[] {
  return text
    .split(/(?<=[.!?;:])(?<!\b(?:arts?|nº|R\$|p|ex|Ltda)\.)\s+(?=[\p{Lu}“"\p{Ll}])/u)
    .map((one) => one.trim())
    .filter((one) => one.split(' ').length >= 2 && /\p{L}{2}/u.test(one));
}
