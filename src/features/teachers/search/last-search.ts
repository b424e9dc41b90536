/** URL of the last search, so that a teacher's page can link back to it. */
let address = '/search';

export function rememberSearch(pathname: string, query: string): void {
  address = `${pathname}${query}`;
}

export function lastSearch(): string {
  return address;
}
