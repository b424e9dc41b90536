export interface NameRow {
  name: string;
  /** The other side does not have it. */
  only: boolean;
}

/** Both lists by name, each entry marked when the other list lacks it. */
export function compareNames(local: readonly string[], database: readonly string[]) {
  const rows = (own: readonly string[], other: readonly string[]): NameRow[] => {
    const others = new Set(other);
    return own
      .toSorted((one, two) => one.localeCompare(two, 'pt-BR'))
      .map((name) => ({ name, only: !others.has(name) }));
  };
  return { local: rows(local, database), database: rows(database, local) };
}
