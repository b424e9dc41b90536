import { fold } from '@/lib/text';
import choices from '@/ui/choices.module.css';
import { SelectField, TextField } from '@/ui/fields';
import type { SearchFilters } from '../schema';
import { CRITERION_WORDS, knownCriterion } from './criteria-words';
import { FILTER_MAX_LENGTH } from './search-url';
import type { SearchFilterControls } from './use-search-filters';

interface CriterionProps<N extends keyof typeof CRITERION_WORDS>
  extends Pick<SearchFilterControls, 'setCriterion'> {
  name: N;
  filters: SearchFilters;
}

const SELECTS = {
  level: { label: 'Nível', all: 'Qualquer nível' },
  place: { label: 'Onde é a aula', all: 'Em qualquer lugar' },
  role: { label: 'Papel que quero aprender', all: 'Qualquer papel' },
  check: { label: 'Conferido pela equipe', all: 'Identidade (todos)' },
} as const;

export function CriterionSelect({ name, filters, setCriterion }: CriterionProps<keyof typeof SELECTS>) {
  const { label, all } = SELECTS[name];
  const words: Readonly<Record<string, string>> = CRITERION_WORDS[name];
  const typed = filters[name] ?? '';
  const isKnown = knownCriterion(name, typed) !== null;
  const value = isKnown ? fold(typed) : typed;
  const known = Object.entries(words).map(([key, text]) => ({ value: key, label: text }));
  const unknown = value !== '' && !isKnown ? [{ value, label: `${value} (não está na lista)` }] : [];
  return (
    <SelectField
      label={label}
      data={[{ value: '', label: all }, ...unknown, ...known]}
      value={value}
      onChange={(event) => setCriterion(name, event.currentTarget.value)}
    />
  );
}

export function CriterionSwitch({ name, filters, setCriterion }: CriterionProps<'couples' | 'access'>) {
  return (
    <label className={choices.chip}>
      <input
        type="checkbox"
        checked={knownCriterion(name, filters[name] ?? '') !== null}
        onChange={(event) => setCriterion(name, event.currentTarget.checked ? 'sim' : '')}
      />
      {CRITERION_WORDS[name].sim}
    </label>
  );
}

export function AreaField({ value, onChange }: { value: string; onChange(area: string): void }) {
  return (
    <TextField
      label="Bairro"
      placeholder="Perto de onde? Ex.: Jucutuquara"
      autoComplete="off"
      enterKeyHint="done"
      maxLength={FILTER_MAX_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
