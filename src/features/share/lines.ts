/** Fits text into the width of a picture. Pure: the canvas passes the measuring function. */

/** Width of a text in pixels at a font size in pixels. */
export type Measure = (text: string, size: number) => number;

/** Breaks text between words into lines of at most `width`; ends with an ellipsis when `most` lines are not enough. */
export function wrapped(text: string, width: number, size: number, most: number, measure: Measure): string[] {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  let line = '';
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer, size) <= width) {
      line = longer;
      continue;
    }
    const isLast = lines.length === most - 1;
    if (line === '' || isLast) {
      return [...lines, shortened(line || words.slice(index).join(' '), width, size, measure)];
    }
    lines.push(line);
    line = word;
    if (measure(word, size) > width) return [...lines, shortened(word, width, size, measure)];
  }
  return line === '' ? lines : [...lines, line];
}

function shortened(text: string, width: number, size: number, measure: Measure): string {
  let kept = text;
  while (kept !== '' && measure(`${kept}…`, size) > width) kept = kept.slice(0, -1).trimEnd();
  return `${kept}…`;
}

/** The largest of `sizes` (descending) at which the longest word fits and the text needs two lines at most. */
export function fitted(text: string, width: number, sizes: readonly number[], measure: Measure): number {
  const fits = (size: number) =>
    text.split(/\s+/).every((word) => measure(word, size) <= width) && measure(text, size) <= width * 2;
  return sizes.find(fits) ?? sizes.at(-1) ?? 16;
}
