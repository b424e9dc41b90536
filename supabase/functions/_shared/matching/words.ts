/** Compares the goals of a lead with the profile of a teacher: folded words, cut to their stem, and common themes. */

/** Removes accents and case. Equal to `fold` of src/lib/text.ts for the letters that matter here. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** Characters of a text that are compared, so that a longer profile has no advantage. */
const READ_LENGTH = 4_000;

export function wordsOf(text: string): string[] {
  return fold(text.slice(0, READ_LENGTH)).match(/[a-z]+/g) ?? [];
}

/** Folded words with their spelling in this text: comparing uses the folded form, users see the accents. */
function spellings(text: string): Map<string, string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Map(words.map((word) => [fold(word), word]));
}

/** Words too common to distinguish teachers. */
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
  /** The theme's name in a justification. */
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

/** Topics of a text: themes by label, and stems of the other distinctive words, each with one spelling. */
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
  /** Share of the wanted topics that the profile has, in thousandths; null when the goals contain no topic. */
  share: number | null;
  /** Topics of both texts, themes first, words as spelled in the goals. */
  shared: string[];
}

const THEME_WEIGHT = 2;

/** Computes how many topics of the goals the profile mentions. */
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

/** 'grupo' when the goals ask for group lessons, otherwise 'particular', the product's default. */
export function wantedModality(goals: string): 'particular' | 'grupo' {
  return wordsOf(goals).some((word) => GROUP_STARTS.some((start) => word.startsWith(start)))
    ? 'grupo'
    : 'particular';
}
