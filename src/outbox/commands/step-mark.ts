import { STEP_STATES, type StepMark } from '@/db/rows/notebook-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp, STEP_REFUSED } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    step: z.string(),
    /** Null: marked no longer. */
    state: z.nullable(z.oneOf(STEP_STATES)),
    /** ISO 8601, by this phone's clock. */
    at: z.string(),
  });

export type StepMarked = PayloadIn<typeof schema>;

/** The entity's id is the step's name, so that marks on one step are sent in order. */
export const stepMark = {
  kind: 'step.mark' as const,
  version: 1,
  schema,
  table: 'step_marks',
  procedure: 'mark_step',
  args: ({ id, payload: { step, state, at } }) => ({ command_id: id, mark: { step, state, at } }),
  label: 'Passo no caderno',
  summary: ({ state }) =>
    state === null ? 'Tirar do caderno' : state === 'known' ? 'Marcar: sei' : 'Marcar: aprendendo',
  creates: false,
  /** The later mark counts, as on the server. */
  apply: (before: StepMark | null, { payload }: Command<StepMarked>): StepMark =>
    before && before.at > payload.at ? before : payload,
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    too_many_steps: 'Há 500 passos no seu caderno, e mais não cabem.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: STEP_REFUSED,
  },
  final: ['invalid_value'],
  editPath: () => '/biblioteca-passos',
} satisfies Kind<StepMarked>;
