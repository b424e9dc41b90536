/** Texts and values that have broken programs before, and mutations of them. */
import fc from 'fast-check';

/**
 * Payloads of the usual kinds; each would run, or open an address that runs, where it is taken for
 * markup.
 */
export const SCRIPTS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'><img src=x onerror='alert(1)'>",
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">oi</a>',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '<!--<script>alert(1)</script>-->',
  '<!--$!--><template>',
  ']]><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  "$& $` $' $1 <b>",
  '\u2028alert(1)\u2029',
  '<math><mtext></p><style><img src onerror=alert(1)></style>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(1)',
  '<base href="https://evil.test/">',
  '<meta http-equiv=refresh content="0;url=https://evil.test/">',
  '<form action=https://evil.test/><button>ok',
] as const;

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =cmd|"/C calc"!A0',
  '＝1',
  '\r=1',
  '\u00a0=1',
  '|calc',
];

const SQL = [
  "'",
  "''; drop table public.teachers; --",
  '") or 1=1 --',
  "\\'; select pg_sleep(9) --",
  '%',
  '_',
  '\\',
  '$$',
  '$1',
  '*',
  'null',
  'NULL',
  '{',
  '{a,b',
  '{"a":1}',
  '[]',
  '(1,2)',
  '(,]',
];

const ODD = [
  '',
  ' ',
  '\t\n\r',
  '\u0000',
  'a\u0000b',
  '\u0001\u0008\u001f\u007f',
  '\u200b\u200d\ufeff',
  '\u202eoriginal\u202c',
  '\u2066x\u2069',
  '\ud800',
  '\udc00\ud800',
  'e\u0301\u0327'.repeat(40),
  'İıſKÅ',
  'ﬀﬁ',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍👩‍👧‍👦 🇧🇷',
  'مرحبا שלום',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e400',
  '../../etc/passwd',
  '..%2f..%2f',
  '//evil.test',
  '/\\evil.test',
  'https://evil.test\\@danceflix.test',
  'http://[::1',
  'ÿ'.repeat(300),
  'a'.repeat(5000),
  '👩‍👩‍👧'.repeat(700),
];

const DATES = [
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '10000-01-01',
  '294277-01-01',
  '4713-01-01 BC',
  '2026-02-30',
  '2026-11-27T25:61:61Z',
  '2026-11-27 10:00:00+99:99',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  'allballs',
  '2027-01-01T00:00:00-03:00',
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  12,
  500,
  501,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  -1e308,
  5e-324,
  0.1,
  -0.5,
];

const IDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000000040008000000000000000',
  '00000000-0000-4000-8000-00000000000',
];

/** Removes lone surrogates, which UTF-8 cannot encode. */
export const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

const known = fc.constantFrom<string>(...SCRIPTS, ...FORMULAS, ...SQL, ...ODD, ...DATES, ...IDS);

/** A script with text before, after and inside it. */
export const scriptText = fc.oneof(
  fc.constantFrom<string>(...SCRIPTS),
  fc
    .tuple(fc.string({ maxLength: 4 }), fc.constantFrom<string>(...SCRIPTS), fc.string({ maxLength: 4 }))
    .map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom<string>(...SCRIPTS), fc.nat(40)).map(([script, at]) => {
    const cut = at % script.length;
    return `${script.slice(0, cut)}${script.slice(cut).toUpperCase()}`;
  }),
  fc
    .tuple(
      fc.constantFrom<string>(...SCRIPTS),
      fc.nat(40),
      fc.constantFrom('\t', '\n', '\u0000', '\u200b', '/', ' '),
    )
    .map(([script, at, odd]) => `${script.slice(0, at)}${odd}${script.slice(at)}`),
);

/** Texts with lone surrogates, controls and every other code unit. */
export const hostileText = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 2, arbitrary: scriptText },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc.tuple(known, known).map((parts) => parts.join('')),
);

const keys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'id', 'name', 'length', '0', ''),
  fc.string(),
);

/** Any JSON value, and numbers that JSON cannot represent. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, ...NUMBERS) },
  fc.double(),
  fc.uuid(),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(keys, hostileText, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(60, 2000).map(nested),
);

/** `depth` lists in each other. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** Any JavaScript value: JSON values, undefined, bigints, dates, functions, symbols. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileValue },
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    10n,
    new Date(Number.NaN),
  ),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
);

/** A value for a parameter or column of this type: valid, at its limits, or of another type. */
export function valueOfType(type: string, ids: readonly string[]): fc.Arbitrary<unknown> {
  const fitting = fittingValue(type, ids);
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 3, arbitrary: hostileValue });
}

function fittingValue(type: string, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (type.endsWith('[]')) return fc.array(fittingValue(type.slice(0, -2), ids), { maxLength: 6 });
  switch (type) {
    case 'uuid':
      return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, fc.constantFrom(...IDS), fc.uuid());
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 'maybe', null);
    case 'smallint':
    case 'integer':
    case 'bigint':
      return fc.oneof(
        fc.constantFrom<unknown>(...NUMBERS, '5', '5.5', null),
        fc.maxSafeInteger(),
        fc.integer({ min: -3, max: 600 }),
      );
    case 'numeric':
    case 'double precision':
      return fc.oneof(fc.constantFrom<unknown>(...NUMBERS, 'NaN', 'Infinity', '1e999', null), fc.double());
    case 'date':
    case 'timestamp with time zone':
      return fc.oneof(
        fc.constantFrom(...DATES),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      );
    default:
      return hostileText;
  }
}
