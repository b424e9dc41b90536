import type { NamedRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredDanceStyle = StoredBase & NamedRow;

export const danceStyleSchema = storedSchema<StoredDanceStyle>();
