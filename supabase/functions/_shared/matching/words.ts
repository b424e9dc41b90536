/** Comparing what somebody writes with what a teacher writes: folded words, cut to their stem, and common themes. */

/** Accents and case do not count. The same as `fold` of src/lib/text.ts for what matters here. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** As much of a text as counts: nobody wins by writing more. */
const READ_LENGTH = 4_000;

export function wordsOf(text: string): string[] {
  return fold(text.slice(0, READ_LENGTH)).match(/[a-z]+/g) ?? [];
}

/** Folded words and how this text writes them: people read accents, comparing does without. */
function spellings(text: string): Map<string, string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Map(words.map((word) => [fold(word), word]));
}

/** What everybody writes says nothing of anybody. */
const COMMON = new Set(
  `ainda alem algo algum alguma alguns antes aprende aprender aprendendo aprendo assim aula aulas
  bastante bem busco cada coisa coisas comigo como conseguir danca dancando dancar dancas dance danco deles depois
  desde dele dela demais ensina ensinar ensino entao entre essa esse esta estar estilo estou fazer favor ficar forma
  gente gosta gostar gostaria gosto ideal isso jeito maior mais melhor melhorar mesmo meta meus minha minhas muita
  muito muitos nada nosso nossa objetivo objetivos outra outro para parte pela pelo pelos pode poder porque posso
  pouco precisa preciso procuro professor professora qual quando quem quer queria quero quiser saber sempre seria
  sobre tambem tanto tempo tenho todo todos toda todas tudo turma uma vezes voce voces vontade vou`
    .split(/\s+/)
    .filter(Boolean),
);

interface Theme {
  /** How a justification names it. */
  label: string;
  /** Beginnings of folded words. */
  starts: readonly string[];
}

const THEMES: readonly Theme[] = [
  { label: 'começar do zero', starts: ['inician', 'comec', 'zero', 'nunca', 'basic', 'primeir'] },
  { label: 'casamento', starts: ['casament', 'noiv', 'valsa', 'debutante'] },
  { label: 'baile e social', starts: ['baile', 'social', 'festa', 'pista', 'salao', 'balada'] },
  {
    label: 'palco e competição',
    starts: ['compet', 'palco', 'campeonat', 'apresenta', 'performance', 'show'],
  },
  { label: 'técnica', starts: ['tecnic', 'avancad', 'aperfeic', 'aprimor', 'evolu'] },
  { label: 'musicalidade', starts: ['musicalidad', 'ritmo', 'ouvido', 'escuta'] },
  {
    label: 'saúde e bem-estar',
    starts: ['saude', 'exercici', 'emagre', 'postura', 'fisio', 'lesao', 'lesoes', 'corporal'],
  },
  { label: 'confiança', starts: ['confianc', 'timid', 'vergonh', 'insegur', 'medo', 'autoestima'] },
  { label: 'condução', starts: ['condu', 'conexao', 'abraco'] },
  { label: 'casal', starts: ['casal', 'casais', 'namorad', 'marido', 'espos', 'parceir'] },
  { label: 'terceira idade', starts: ['idos', 'terceira', 'aposentad', 'avos', 'melhoridade'] },
  { label: 'crianças', starts: ['crianca', 'infantil', 'filho', 'filha', 'adolescent'] },
];

const STEM = 6;
const MOST_WORDS = 40;

/** What a text is about: themes by label, and the stems of its other telling words, each with one of these. */
export interface Topics {
  themes: Set<string>;
  stems: Map<string, string>;
}

export function topicsOf(text: string): Topics {
  const themes = new Set<string>();
  const stems = new Map<string, string>();
  for (const word of wordsOf(text)) {
    const found = THEMES.filter(({ starts }) => starts.some((start) => word.startsWith(start)));
    for (const { label } of found) themes.add(label);
    if (found.length > 0 || word.length < 4 || word.length > 30 || COMMON.has(word)) continue;
    const stem = word.slice(0, STEM);
    if (!stems.has(stem)) stems.set(stem, word);
  }
  return { themes, stems };
}

export interface Agreement {
  /** Of what was asked for, in thousandths; null when nothing telling was asked for. */
  share: number | null;
  /** What both speak of, themes first, words as the goals write them. */
  shared: string[];
}

const THEME_WEIGHT = 2;

/** How much of what the goals speak of is in the profile. */
export function agreement(goals: string, profile: string): Agreement {
  const wanted = topicsOf(goals);
  const offered = topicsOf(profile);
  const stems = [...wanted.stems].slice(0, MOST_WORDS);
  const themes = [...wanted.themes];
  const sharedThemes = themes.filter((label) => offered.themes.has(label));
  const written = spellings(goals);
  const sharedWords = stems
    .filter(([stem]) => offered.stems.has(stem))
    .map(([, word]) => written.get(word) ?? word);
  const total = themes.length * THEME_WEIGHT + stems.length;
  if (total === 0) return { share: null, shared: [] };
  const found = sharedThemes.length * THEME_WEIGHT + sharedWords.length;
  return { share: Math.floor((found * 1000) / total), shared: [...sharedThemes, ...sharedWords] };
}

const GROUP_STARTS = ['grupo', 'turma', 'coletiv'];

/** Aulas em grupo when the goals ask for them, otherwise aulas particulares, which is what people come for. */
export function wantedModality(goals: string): 'particular' | 'grupo' {
  return wordsOf(goals).some((word) => GROUP_STARTS.some((start) => word.startsWith(start)))
    ? 'grupo'
    : 'particular';
}
