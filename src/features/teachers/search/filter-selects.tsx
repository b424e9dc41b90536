import { DAY_KEYS, slotOf, TIME_KEYS, wantedSlots } from '@/db/rows/availability';
import { filterText, partsOf } from '@/db/words/half-day-words';
import { fold } from '@/lib/text';
import { NAMES_FAILED, useCities, useDanceStyles } from '@/reads/use-offered-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import { SelectField } from '@/ui/fields';

interface Choice {
  /** Name of the field when the form is submitted before scripts have loaded. */
  name?: string;
  value: string;
  onChange(value: string): void;
}

interface NameChoice extends Choice {
  inFlow?: boolean;
}

export function StyleChoice(choice: NameChoice) {
  const { status, data } = useDanceStyles();
  return (
    <StyleFilter
      label="Estilo de Dança"
      items={data}
      status={status}
      loadError={status === 'failed' ? NAMES_FAILED.styles : null}
      {...choice}
    />
  );
}

export function CityChoice(choice: NameChoice & { first?: readonly string[] }) {
  const { status, data } = useCities();
  return (
    <CityFilter
      items={data}
      status={status}
      loadError={status === 'failed' ? NAMES_FAILED.cities : null}
      everywhere
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
