import type { MarkRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredMark = StoredBase & MarkRow;

export const favouriteSchema = storedSchema<StoredMark>();
