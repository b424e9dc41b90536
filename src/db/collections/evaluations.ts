import type { EvaluationRow } from '../rows';
import { type StoredBase, storedSchema } from './stored';

export type StoredEvaluation = StoredBase & EvaluationRow;

export const evaluationSchema = storedSchema<StoredEvaluation>();
