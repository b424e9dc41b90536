import { NameField, type NameFieldProps } from '../name-field/name-field';
import { CITIES } from './city-filter';

/** Chooses a city; a text that is no city of the list is reported too. */
export function CityField(props: Omit<NameFieldProps, 'kind' | 'label'>) {
  return <NameField kind={CITIES} label="Cidade" {...props} />;
}
