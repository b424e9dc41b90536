import type { PaymentKeyRow } from '@/db/rows/lesson-fields';
import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    /** Both null: the key is removed. */
    pixKey: z.nullable(z.string()),
    pixName: z.nullable(z.string()),
  });

export type PaymentKeySet = PayloadIn<typeof schema>;

/** The entity's id is the teacher's own. */
export const paymentKeySet = {
  kind: 'payment_key.set' as const,
  version: 1,
  schema,
  table: 'payment_keys',
  procedure: 'set_payment_key',
  args: ({ id, payload }) => ({
    command_id: id,
    payment_key: { pix_key: payload.pixKey, pix_name: payload.pixName },
  }),
  label: 'Chave Pix',
  summary: ({ pixKey }) => pixKey ?? 'Remover a chave',
  creates: false,
  apply: (
    _: PaymentKeyRow | null,
    { entity, payload: { pixKey, pixName } }: Command<PaymentKeySet>,
  ): PaymentKeyRow | null =>
    pixKey === null || pixName === null ? null : { id: entity.id, pix_key: pixKey, pix_name: pixName },
  comesWith: 'own',
  collection: 'payment_keys',
  /** A removed key leaves no row that could carry a version; a later write of another phone may have removed or set it. */
  caughtUp: ({ entity, payload }, ack, { paymentKeys }) =>
    !(ack.answer.is_set ?? payload.pixKey !== null)
      ? paymentKeys !== null && !paymentKeys.has(entity.id)
      : hasReached(paymentKeys?.get(entity.id), ack),
  refusals: {
    not_a_teacher: 'Só professores têm chave Pix aqui.',
    invalid_value: {
      '': 'A chave Pix não foi aceita. Confira e envie de novo.',
      pix_key: 'Esta chave Pix não é válida. Use CPF, CNPJ, celular, e-mail ou chave aleatória.',
      pix_name: 'O nome de quem recebe tem até 25 letras, sem acentos.',
    },
  },
  final: ['not_a_teacher', 'invalid_value'],
  editPath: (_, role) => (role === 'teacher' ? '/teacher/configurations' : null),
} satisfies Kind<PaymentKeySet>;
