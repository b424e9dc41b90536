import { AT, BETWEEN, DAYS, type Day, type Time, wantedBits } from '@/db/rows/availability';
import type { Criterion, RankingCriterion } from '@/db/search/search-rules';
import { fold } from '@/lib/text';
import type { SearchFilters, TeacherCard } from './schema';

type Words = Readonly<Record<string, string>>;

/** Reasons of the filters, which all results fit. */
const FILTERED = {
  place: { casa: 'vai até você', estudio: 'dá aulas no estúdio', online: 'dá aulas online' },
  role: {
    conduz: 'ensina a conduzir',
    conduzido: 'ensina a ser conduzido(a)',
    dois: 'ensina os dois papéis',
  },
  couples: { sim: 'aceita casais' },
  access: { sim: 'tem lugar acessível' },
  check: {
    experiencia: 'experiência conferida',
    referencias: 'referências conferidas',
    antecedentes: 'antecedentes conferidos',
    whatsapp: 'WhatsApp conferido',
    instagram: 'Instagram conferido',
    foto: 'foto conferida',
  },
} as const satisfies Partial<Record<Criterion, Words>>;

const TAUGHT: Words = {
  iniciante: 'ensina iniciantes',
  intermediario: 'ensina intermediários',
  avancado: 'ensina avançados',
};

/**
 * Why a teacher stands where it does: 'Ensina em Jucutuquara, tem horário na terça à noite'. `fits`: the criteria that
 * rank and that it fits. Null where nothing beside name, style and city was asked for, or none of it is known.
 */
export function reasonOf(
  fits: readonly RankingCriterion[],
  { neighborhood }: Pick<TeacherCard, 'neighborhood'>,
  filters: SearchFilters,
  isSimilar: boolean,
): string | null {
  const parts = [
    isSimilar ? 'nome parecido' : null,
    fits.includes('area') && neighborhood ? `ensina em ${neighborhood}` : null,
    fits.includes('when') ? `tem ${whenIn(filters.when ?? '')}` : null,
    fits.includes('level') ? wordsOf(TAUGHT, filters.level) : null,
    ...(Object.keys(FILTERED) as (keyof typeof FILTERED)[]).map((name) =>
      wordsOf(FILTERED[name], filters[name]),
    ),
  ].filter(Boolean);
  const text = parts.join(', ');
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Null for an unknown value: an address may name 'constructor'. */
function wordsOf(words: Words, value = ''): string | null {
  return Object.hasOwn(words, fold(value)) ? (words[fold(value)] ?? null) : null;
}

/** 'horário na terça à noite', 'horário de manhã'; of several wishes the answer does not say which one fits. */
function whenIn(filter: string): string {
  const [wish = '', ...others] = fold(filter).split(BETWEEN).filter(wantedBits);
  if (others.length > 0) return 'um dos seus horários';
  const [first = '', second] = wish.split('-');
  if (!(first in DAYS)) return `horário ${AT[first as Time]}`;
  // 'na segunda', 'no sábado': a day has its article's last letter.
  const day = `horário n${first.slice(-1)} ${DAYS[first as Day].toLowerCase()}`;
  return second ? `${day} ${AT[second as Time]}` : day;
}
