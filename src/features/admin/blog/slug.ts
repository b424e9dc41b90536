import { fold } from '@/lib/text';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A slug must not look like an id, because content is looked up by slug or id. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** 'Como escolher um professor?' → 'como-escolher-um-professor', at most `longest` characters, never ending in '-'. */
export function slugOf(text: string, longest: number): string {
  const words = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest + 1);
  const end = cut.lastIndexOf('-');
  return (end > 0 ? cut.slice(0, end) : words.slice(0, longest)).replace(/-$/, '');
}

/** Error text for a slug; null when it is valid. */
export function slugError(slug: string): string | null {
  if (!SLUG.test(slug) || ID.test(slug)) {
    return 'Use letras minúsculas sem acento, números e hífens, como aula-de-forro.';
  }
  return null;
}
