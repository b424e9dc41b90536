/** Comma-separated values for spreadsheets in Portuguese: ';' between cells and a byte order mark at the start. */

export type Cell = string | number | boolean | null | undefined;

/** Matches a text that a spreadsheet would run as a formula, even after white space (OWASP, CSV injection). */
const FORMULA = /^[\s\u00a0]*[=+\-@\t\r\n＝＋－＠|%]/;

/** One quoted cell. A text that would run as a formula gets a leading apostrophe, which marks it as text. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const safe = FORMULA.test(value) && value.trim() !== '' ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function csvText(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [titles, ...rows].map((cells) => cells.map(csvCell).join(';'));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Decodes a file: UTF-8, or the encoding that spreadsheets use on Windows in Portuguese. */
export function csvFileText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Parses a file into rows of cells. The separator is the most frequent of ',', ';' and tab in the first line. Quoted
 * cells may contain separators, line ends and doubled quotes. Empty lines are skipped.
 */
export function parseCsv(text: string): string[][] {
  const clean = text.replace(/^\ufeff/, '');
  const first = clean.split(/\r?\n/, 1)[0] ?? '';
  const separator = [';', ',', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  );
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell.trim());
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < clean.length; at += 1) {
    const character = clean.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (clean.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === separator) {
      row.push(cell.trim());
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}
