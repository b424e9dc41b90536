/**
 * Reads a page's HTML as a browser's tokeniser does, for pages in which every character from
 * outside must be escaped: any other markup than our own programs write is a hole.
 */
const DATA_SCRIPT = /<script type="application\/(?:ld\+)?json"(?: id="\w+")?>([\s\S]*?)<\/script>/g;
const TAG = /^<\/?[a-zA-Z][\w-]*(?:\s+[a-zA-Z_:][\w:.-]*(?:="[^"<>]*")?)*\s*\/?>$/;
const ATTRIBUTE = /\s([a-zA-Z_:][\w:.-]*)(?:="([^"]*)")?/g;
const FORBIDDEN = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'base',
  'frame',
  'applet',
  'portal',
  'math',
]);
const ADDRESSES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'poster',
  'data',
  'srcset',
  'srcdoc',
]);

/** Describes the faults of a page; empty when nothing in it runs or opens code. */
export function holesIn(html: string): string[] {
  const holes: string[] = [];
  const rest = html.replace(DATA_SCRIPT, (_, data: string) => {
    if (data.includes('<'))
      holes.push(
        `data with an open bracket: ${data.slice(Math.max(0, data.indexOf('<') - 20)).slice(0, 80)}`,
      );
    try {
      JSON.parse(data);
    } catch {
      holes.push(`data that are no JSON: ${data.slice(0, 80)}`);
    }
    return '';
  });
  const text = rest.replace(/<!--[\s\S]*?-->|<!doctype html>|<style>[^<]*<\/style>/gi, '');
  for (const [found] of text.matchAll(/<[^>]*>?/g)) {
    if (!TAG.test(found)) holes.push(`not a tag of ours: ${found.slice(0, 120)}`);
    else holes.push(...wrongIn(found));
  }
  return holes;
}

function wrongIn(tag: string): string[] {
  const name = /^<\/?([a-zA-Z][\w-]*)/.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (FORBIDDEN.has(name)) return [`an element ${tag.slice(0, 120)}`];
  const wrong: string[] = [];
  for (const [, attribute = '', value = ''] of tag.matchAll(ATTRIBUTE)) {
    const known = attribute.toLowerCase();
    if (known.startsWith('on') || known === 'srcdoc') wrong.push(`an attribute ${tag.slice(0, 120)}`);
    if (known === 'http-equiv' && /refresh/i.test(value)) wrong.push(tag.slice(0, 120));
    if (ADDRESSES.has(known) && !isHarmless(value)) wrong.push(`an address ${tag.slice(0, 160)}`);
  }
  return wrong;
}

/** Addresses as browsers read them: entities decoded, white space and controls dropped. */
function isHarmless(value: string): boolean {
  const read = value
    .replace(/&#x27;|&#39;/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them.
    .replace(/[\u0000-\u0020]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  return (
    scheme === undefined ||
    ['https', 'http', 'mailto', 'tel'].includes(scheme) ||
    /^data:image\/(svg\+xml|png|webp)/i.test(read)
  );
}
