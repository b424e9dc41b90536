import { DAY_KEYS, slotOf, TIME_KEYS, wantedSlots } from '@/db/availability';
import { filterText, partsOf } from '@/db/half-day-words';
import { fold } from '@/lib/text';
import { NAMES_FAILED, type NamesQuery, useCities, useDanceStyles } from '@/reads/use-offered-names';
import { CityFilter } from '@/ui/city/city-filter';
import { SelectField } from '@/ui/fields';

interface NameSelectProps {
  label: string;
  /** Name of the field when the form is submitted before scripts have loaded. */
  name?: string;
  /** Text of the option without a filter. */
  all: string;
  query: NamesQuery;
  /** Message when the names could not be loaded. */
  failed: string;
  value: string;
  onChange(value: string): void;
}

/** Options of a select: all, the known names, and an unknown name from the URL, marked as such. */
function optionsFor({ all, query, value }: Pick<NameSelectProps, 'all' | 'query' | 'value'>) {
  const known = query.data.map(({ name }) => ({ value: name, label: name }));
  const match = known.find((option) => fold(option.value) === fold(value));
  const isUnknown = value !== '' && !match;
  const label = isUnknown && query.status === 'ready' ? `${value} (não está na lista)` : value;
  return {
    selected: match?.value ?? value,
    options: [{ value: '', label: all }, ...(isUnknown ? [{ value, label }] : []), ...known],
  };
}

function NameSelect({ label, name = '', all, query, failed, value, onChange }: NameSelectProps) {
  const { selected, options } = optionsFor({ all, query, value });
  return (
    <SelectField
      label={label}
      name={name}
      data={options}
      value={selected}
      error={query.status === 'failed' ? failed : null}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Choice = Pick<NameSelectProps, 'name' | 'value' | 'onChange'>;

export function StyleSelect(choice: Choice) {
  const texts = { label: 'Estilo de Dança', all: 'Todos os estilos', failed: NAMES_FAILED.styles };
  return <NameSelect {...texts} query={useDanceStyles()} {...choice} />;
}

interface CityChoiceProps extends Choice {
  inFlow?: boolean;
  first?: readonly string[];
}

export function CityChoice(choice: CityChoiceProps) {
  const { status, data } = useCities();
  return (
    <CityFilter
      cities={data}
      status={status}
      loadError={status === 'failed' ? NAMES_FAILED.cities : null}
      {...choice}
    />
  );
}

const option = (value: string, label = filterText(value)) => ({ value, label });

const TIMES_OF_DAYS = [
  option('', 'Qualquer dia e horário'),
  ...TIME_KEYS.map((time) => option(time)),
  ...DAY_KEYS.map((day) => ({
    group: filterText(day),
    items: [
      option(day, `${filterText(day)}, qualquer horário`),
      ...TIME_KEYS.map((time) => option(slotOf(day, time))),
    ],
  })),
];

export function WhenSelect({ name = '', value, onChange }: Choice) {
  const isKnown = value === '' || wantedSlots(value).length > 0;
  // Several are chosen in the sheet; here they are one choice.
  const several = isKnown && partsOf(value).length > 1 ? [option(fold(value), filterText(value))] : [];
  return (
    <SelectField
      label="Dia e horário"
      name={name}
      data={
        isKnown
          ? [...several, ...TIMES_OF_DAYS]
          : [option(value, `${value} (não está na lista)`), ...TIMES_OF_DAYS]
      }
      value={isKnown ? fold(value) : value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
