/** Reads years of experience from free text: "12 anos", "doze anos", "quatro décadas", "meio século", "desde 2010". */
import { wordsOf } from './words.ts';

const UNITS = new Map(
  `um:1 uma:1 dois:2 duas:2 tres:3 quatro:4 cinco:5 seis:6 sete:7 oito:8 nove:9 dez:10 onze:11 doze:12 treze:13
  quatorze:14 catorze:14 quinze:15 dezesseis:16 dezessete:17 dezoito:18 dezenove:19`
    .split(/\s+/)
    .map((pair) => {
      const [word = '', value = ''] = pair.split(':');
      return [word, Number(value)] as const;
    }),
);
const TENS = new Map([
  ['vinte', 20],
  ['trinta', 30],
  ['quarenta', 40],
  ['cinquenta', 50],
  ['sessenta', 60],
]);

/** Cap in years: a larger number is a mistake or a boast. */
const MOST_YEARS = 60;
const FIRST_YEAR = 1950;

/** The largest number of years in the text; null when there is none. */
export function yearsIn(text: string, thisYear: number): number | null {
  const tokens = tokensOf(text);
  const found: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const length = token === 'ano' || token === 'anos' ? 1 : /^decadas?$/.test(token) ? 10 : 0;
    if (length > 0) {
      const number = numberBefore(tokens, at);
      if (number !== null && !isAge(tokens, number.from)) found.push(number.value * length);
    }
    if (token === 'seculo' && tokens[at - 1] === 'meio') found.push(50);
    if (token === 'desde') {
      const year = tokens
        .slice(at + 1, at + 4)
        .map(Number)
        .find((value) => value >= FIRST_YEAR && value <= thisYear);
      if (year !== undefined) found.push(thisYear - year);
    }
  }
  const plausible = found.filter((years) => years <= MOST_YEARS);
  return plausible.length === 0 ? null : Math.max(...plausible);
}

function tokensOf(text: string): string[] {
  // `wordsOf` drops numbers, so the text is split at numbers and each piece between them is read separately.
  return text
    .slice(0, 4_000)
    .split(/(\d+)/)
    .flatMap((piece) => (/^\d+$/.test(piece) ? [piece] : wordsOf(piece)));
}

function numberBefore(tokens: readonly string[], at: number): { value: number; from: number } | null {
  const last = tokens[at - 1] ?? '';
  if (/^\d{1,2}$/.test(last)) return { value: Number(last), from: at - 1 };
  const unit = UNITS.get(last);
  const tens = TENS.get(tokens[at - 3] ?? '');
  if (unit !== undefined && unit < 10 && tens !== undefined && tokens[at - 2] === 'e') {
    return { value: tens + unit, from: at - 3 };
  }
  const value = unit ?? TENS.get(last);
  return value === undefined ? null : { value, from: at - 1 };
}

/** Whether the number is an age: "desde os nove anos", "aos doze anos". */
function isAge(tokens: readonly string[], from: number): boolean {
  return tokens[from - 1] === 'aos' || tokens[from - 1] === 'os';
}
