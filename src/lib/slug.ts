import { fold } from './text';

/** 'Como escolher um professor?' → 'como-escolher-um-professor', at most `longest` characters, never ending in '-'. */
export function slugOf(text: string, longest = 80): string {
  const words = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest + 1);
  const end = cut.lastIndexOf('-');
  return (end > 0 ? cut.slice(0, end) : words.slice(0, longest)).replace(/-$/, '');
}
