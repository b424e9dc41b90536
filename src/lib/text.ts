/**
 * The form in which names are compared: no accents, lower case, single spaces. The same as `folded_name` on the server,
 * so that both find and order alike.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ');
}
