import { NameField, type NameFieldProps } from '../name-field/name-field';

/** Chooses a city; a text that is no city of the list is reported too. */
export function CityField(props: Omit<NameFieldProps, 'kind' | 'label'>) {
  return <NameField kind="cidades" label="Cidade" {...props} />;
}
