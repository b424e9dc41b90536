import { fold } from '@/lib/text';
import { SelectField } from '@/ui/fields';
import { type NamesQuery, useCities, useDanceStyles } from '../queries';

interface NameSelectProps {
  label: string;
  /** In a form that is sent before the app arrives. */
  name?: string;
  /** Text of the option that filters nothing. */
  all: string;
  query: NamesQuery;
  value: string;
  onChange(value: string): void;
}

/** Options of a select: all, the known names, and honestly the one from the URL that nobody knows. */
function optionsFor({ all, query, value }: Pick<NameSelectProps, 'all' | 'query' | 'value'>) {
  const known = query.items.map(({ name }) => ({ value: name, label: name }));
  const match = known.find((option) => fold(option.value) === fold(value));
  const stranger = value !== '' && !match;
  const label = stranger && query.status === 'ready' ? `${value} (não está na lista)` : value;
  return {
    selected: match?.value ?? value,
    options: [{ value: '', label: all }, ...(stranger ? [{ value, label }] : []), ...known],
  };
}

function NameSelect({ label, name = '', all, query, value, onChange }: NameSelectProps) {
  const { selected, options } = optionsFor({ all, query, value });
  return (
    <SelectField
      label={label}
      name={name}
      data={options}
      value={selected}
      error={query.error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Choice = Pick<NameSelectProps, 'name' | 'value' | 'onChange'>;

export function StyleSelect(choice: Choice) {
  return <NameSelect label="Estilo de Dança" all="Todos os estilos" query={useDanceStyles()} {...choice} />;
}

export function CitySelect(choice: Choice) {
  return <NameSelect label="Cidade" all="Todas as cidades" query={useCities()} {...choice} />;
}
