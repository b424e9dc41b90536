import type { ContentRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredContent = StoredBase & ContentRow;

/** Screens read one kind at a time. */
export const contentSchema = storedSchema<StoredContent>({ kind: { type: 'string', maxLength: 32 } });
