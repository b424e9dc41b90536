import type { StepRating, StepReview } from '@/db/rows/notebook-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp, STEP_REFUSED } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    step: z.string(),
    rating: z.number(),
    /** ISO 8601, by this phone's clock. */
    at: z.string(),
  });

export type StepReviewed = PayloadIn<typeof schema>;

/** Adds a review; its row has the command's id, which is the entity's too. */
export const stepReview = {
  kind: 'step.review' as const,
  version: 1,
  schema,
  table: 'step_reviews',
  procedure: 'review_step',
  args: ({ id, payload: { step, rating, at } }) => ({ command_id: id, review: { step, rating, at } }),
  label: 'Treino de um passo',
  summary: ({ rating }) => ['Esqueci', 'Difícil', 'Bem', 'Fácil'][rating - 1] ?? null,
  creates: true,
  apply: (_: null, { payload: { step, rating, at } }: Command<StepReviewed>): StepReview => ({
    step,
    rating: rating as StepRating,
    at,
  }),
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  isHeld: ({ id }, { notebook }) => notebook?.has(id) ?? false,
  refusals: {
    too_many_reviews: 'Este passo já foi treinado mil vezes. Treine outro.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: STEP_REFUSED,
  },
  final: ['too_many_reviews', 'invalid_value'],
  editPath: () => '/student/notebook',
} satisfies Kind<StepReviewed>;
