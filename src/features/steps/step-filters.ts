import { fold } from '@/lib/text';
import type { LibraryStep, LibraryStyle } from './library/shape';
import { LEVELS, type Level, type Step } from './schema';

export interface StepFilters {
  /** A style's name, as in every URL of the site. */
  style: string;
  level: Level | '';
  text: string;
}

const LONGEST = 80;

export function filtersFromQuery(query: URLSearchParams): StepFilters {
  const level = fold(query.get('nivel') ?? '');
  return {
    style: (query.get('estilo') ?? '').slice(0, LONGEST),
    level: LEVELS.find((one) => fold(one) === level) ?? '',
    text: (query.get('busca') ?? '').slice(0, LONGEST),
  };
}

/** '?estilo=…&nivel=…&busca=…', each parameter only when set. */
export function queryOf({ style, level, text }: StepFilters): string {
  const query = new URLSearchParams();
  if (style !== '') query.set('estilo', style);
  if (level !== '') query.set('nivel', fold(level));
  if (text.trim() !== '') query.set('busca', text.trim());
  return query.size === 0 ? '' : `?${query}`;
}

export interface StyleSteps {
  style: string;
  steps: Step[];
}

export const OTHER_STYLES = 'Outros estilos';

/** The steps of each style, styles by name; steps of one style by level, then in their original order. */
export function byStyle(steps: readonly Step[], names: ReadonlyMap<string, string>): StyleSteps[] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const style = names.get(step.styleId) ?? OTHER_STYLES;
    groups.set(style, [...(groups.get(style) ?? []), step]);
  }
  return [...groups]
    .map(([style, own]) => ({ style, steps: own }))
    .sort(
      (a, b) =>
        Number(a.style === OTHER_STYLES) - Number(b.style === OTHER_STYLES) ||
        a.style.localeCompare(b.style, 'pt-BR'),
    );
}

/** The steps that pass the filters, without empty groups. Every word of the search must occur. */
export function narrowed(groups: readonly StyleSteps[], { style, level, text }: StepFilters): StyleSteps[] {
  const wanted = fold(style);
  const words = fold(text).split(' ').filter(Boolean);
  return groups
    .filter((group) => wanted === '' || fold(group.style) === wanted)
    .map((group) => ({
      ...group,
      steps: group.steps.filter((step) => {
        if (level !== '' && step.level !== level) return false;
        const said = fold(`${step.name} ${step.description}`);
        return words.every((word) => said.includes(word));
      }),
    }))
    .filter(({ steps }) => steps.length > 0);
}

/** The shipped steps that pass the filters, by style. */
export function narrowedLibrary(
  library: readonly LibraryStyle[],
  { style, level, text }: StepFilters,
): ReadonlyMap<string, readonly LibraryStep[]> {
  const wanted = fold(style);
  const words = fold(text).split(' ').filter(Boolean);
  return new Map(
    library
      .filter((one) => wanted === '' || fold(one.style) === wanted)
      .map((one) => [
        one.style,
        one.steps.filter(({ level: its, name, about, lead, follow }) => {
          if (level !== '' && its !== level) return false;
          const said = fold(`${name} ${about} ${lead} ${follow}`);
          return words.every((word) => said.includes(word));
        }),
      ]),
  );
}
