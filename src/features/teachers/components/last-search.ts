/** The list that was last looked through, so that a teacher's page can lead back to it. */
let address = '/search';

export function rememberSearch(pathname: string, query: string): void {
  address = `${pathname}${query}`;
}

export function lastSearch(): string {
  return address;
}
