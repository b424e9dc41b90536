/**
 * Converts a little Markdown into the document format of the blog's editor: '## ' and '### ', '- ', '1. ', '> ',
 * **bold**, *italic*, [text](address). Each line is a paragraph.
 */
export interface RichTextNode {
  type: string;
  attrs?: Record<string, unknown>;
  marks?: RichTextNode[];
  text?: string;
  content?: RichTextNode[];
}

const ITEM = /^(?:- |\d+\. )(.*)$/;

export function documentOf(markdown: string): RichTextNode {
  const content: RichTextNode[] = [];
  for (const line of markdown.split('\n').map((one) => one.trim())) {
    if (line !== '') addBlock(content, line);
  }
  return { type: 'doc', content };
}

function addBlock(content: RichTextNode[], line: string): void {
  const heading = /^(##|###) (.*)$/.exec(line);
  const item = ITEM.exec(line)?.[1];
  if (heading) {
    const level = heading[1]?.length ?? 2;
    content.push({ type: 'heading', attrs: { level }, content: inline(heading[2] ?? '') });
  } else if (item !== undefined) {
    const type = line.startsWith('- ') ? 'bulletList' : 'orderedList';
    const last = content.at(-1);
    const list = last?.type === type ? last : { type, content: [] };
    if (list !== last) content.push(list);
    list.content?.push({ type: 'listItem', content: [{ type: 'paragraph', content: inline(item) }] });
  } else if (line.startsWith('> ')) {
    content.push({ type: 'blockquote', content: [{ type: 'paragraph', content: inline(line.slice(2)) }] });
  } else {
    content.push({ type: 'paragraph', content: inline(line) });
  }
}

const MARKED = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)/g;

function inline(line: string): RichTextNode[] {
  const nodes: RichTextNode[] = [];
  const add = (text: string, ...marks: RichTextNode[]) => {
    if (text !== '') nodes.push(marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text });
  };
  let end = 0;
  for (const match of line.matchAll(MARKED)) {
    const [whole, bold, italic, label, href] = match;
    add(line.slice(end, match.index));
    if (bold) add(bold, { type: 'bold' });
    else if (italic) add(italic, { type: 'italic' });
    else if (label) add(label, { type: 'link', attrs: { href } });
    end = match.index + whole.length;
  }
  add(line.slice(end));
  return nodes;
}
