/**
 * Texts joined by line feeds, one for each row: 50,000 texts of their own would take ten times the memory. Only the
 * beginnings of the lines are noted, when they are first needed.
 */
export class Lines {
  private begins: Uint32Array | null = null;

  constructor(
    private readonly text: string,
    private readonly count: number,
  ) {}

  at(row: number): string {
    return this.text.slice(this.starts[row], (this.starts[row + 1] ?? 0) - 1);
  }

  /** The first row with exactly this text; -1 without one. */
  rowOf(line: string): number {
    const row = this.next(line, 0, (at) => this.at(at) === line);
    return row < this.count ? row : -1;
  }

  /** The given rows whose text contains the part, in ascending order. A part never reaches across lines. */
  having(part: string, rows: readonly number[]): readonly number[] {
    if (part === '') return rows;
    // Cutting out a few lines is cheaper than reading all.
    if (rows.length * 8 < this.count) return rows.filter((row) => this.at(row).includes(part));
    const found: number[] = [];
    let hit = -1;
    for (const row of rows) {
      if (hit < row) hit = this.next(part, row);
      if (hit === row) found.push(row);
      else if (hit === this.count) break;
    }
    return found;
  }

  /** The first row from `row` on with this part; the number of rows without one. */
  private next(part: string, row: number, isWanted: (row: number) => boolean = () => true): number {
    const { text, starts, count } = this;
    if (part.includes('\n')) return count;
    for (let at = text.indexOf(part, starts[row]); at >= 0; at = text.indexOf(part, starts[row])) {
      row = this.rowAt(at, row);
      if (row === count || isWanted(row)) return row;
      row += 1;
      if (row === count) break;
    }
    return count;
  }

  /** The row of a place in the text, from `low` on. */
  private rowAt(place: number, low: number): number {
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  private get starts(): Uint32Array {
    if (this.begins) return this.begins;
    const { text, count } = this;
    const starts = new Uint32Array(count + 1);
    for (let row = 1; row < count; row++) starts[row] = text.indexOf('\n', starts[row - 1]) + 1;
    // As if another line followed.
    starts[count] = text.length + 1;
    this.begins = starts;
    return starts;
  }
}
