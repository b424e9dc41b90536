import type { NamedRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredCity = StoredBase & NamedRow;

export const citySchema = storedSchema<StoredCity>();
