import type { ProfileRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredProfile = StoredBase & ProfileRow;

export const profileSchema = storedSchema<StoredProfile>();
