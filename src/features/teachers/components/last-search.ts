/** The query that /search was left with, so that a teacher's page can lead back to the same list. */
let query = '';

export function rememberSearch(search: string): void {
  query = search;
}

export function lastSearch(): string {
  return `/search${query}`;
}
