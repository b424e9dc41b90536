import { fold } from '@/lib/text';

const folded = new Map<string, string>();

/** A cached `fold` of a city's or a style's name. There are few of them, and every card and list sorts by them. */
export function foldName(name: string): string {
  const known = folded.get(name) ?? fold(name);
  folded.set(name, known);
  return known;
}
