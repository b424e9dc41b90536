/** The text of the count, on every screen that is compared. */
export const foundText = (count: number): string =>
  count === 1 ? '1 professor encontrado' : `${count} professores encontrados`;
