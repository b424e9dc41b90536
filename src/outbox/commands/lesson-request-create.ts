import type { WishColumn } from '@/db/rows/wish-fields';
import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    request: z.object({
      id: z.string(),
      teacher_id: z.string(),
      dance_style_id: z.string(),
      preferred_days: z.array(z.string()),
      preferred_times: z.array(z.string()),
      message: z.nullable(z.string()),
      /** The terms that a guardian accepts (db/lessons/guardian-terms.ts). */
      guardian_terms: z.nullable(z.string()),
      /** The first request of the wish that this one joins ('Pedir também'). */
      wish_id: z.optional(z.string()),
    }),
    /**
     * The person's earlier, cancelled requests to the same teacher. Their cancellations are sent first: only one
     * request may be open.
     */
    after: z.optional(z.array(z.string())),
  });

export type LessonRequestCreate = PayloadIn<typeof schema>;

export const lessonRequestCreate = {
  kind: 'lesson_request.create' as const,
  version: 1,
  schema,
  table: 'lesson_requests',
  procedure: 'create_lesson_request',
  args: ({ id, payload }) => ({ command_id: id, request: payload.request }),
  label: 'Pedido de aula',
  summary: ({ request }) => request.message,
  creates: true,
  parents: ({ request: { wish_id } }) =>
    wish_id === undefined ? [] : [{ table: 'lesson_requests', id: wish_id }],
  after: ({ request, after = [] }) => [
    { table: 'blocks', id: request.teacher_id },
    ...after.map((id) => ({ table: 'lesson_requests', id })),
  ],
  /** The request as its student sees it. */
  apply: (_: null, { payload: { request }, createdAt, userId }: Command<LessonRequestCreate>) => ({
    ...request,
    wish_id: request.wish_id ?? null,
    version: 0,
    side: 'student' as const,
    student_id: userId ?? '',
    status: 'Pendente' as const,
    reason: null,
    request_date: new Date(createdAt).toISOString(),
    answered_at: null,
    cancelled_at: null,
    cancelled_by: null,
    ended_at: null,
    ended_by: null,
    nudged_at: null,
    unanswered_at: null,
    is_withdrawn: false,
    other_name: null,
    other_image_url: null,
    other_whatsapp: null,
    other_email: null,
    student_facts: null,
  }),
  comesWith: 'own',
  collection: 'lesson_requests',
  caughtUp: ({ entity }, ack, { requests }) => hasReached(requests?.get(entity.id), ack),
  isHeld: ({ entity }, { requests }) => requests?.has(entity.id) ?? false,
  refusals: {
    open_request_exists: 'Você já tem um pedido aberto com este professor neste estilo.',
    request_exists: 'O servidor já conhece outro pedido com este número. Edite e envie de novo.',
    teacher_unavailable: 'Este professor não está recebendo pedidos agora.',
    person_blocked: 'Você bloqueou este professor. Para pedir aula, desbloqueie em Configurações.',
    background_unchecked:
      'Este professor não está com os antecedentes conferidos, e só quem está recebe pedidos para menor. Escolha outro professor.',
    style_not_taught: 'Este professor não ensina mais este estilo. Escolha outro.',
    not_a_student: 'Só alunos podem pedir aulas.',
    request_unknown: 'O pedido ao primeiro professor não existe mais.',
    wish_granted: 'Outro professor já aceitou este pedido de aulas. Este não foi enviado.',
    already_asked: 'Você já pediu estas aulas a este professor.',
    wish_full: 'Três professores já estão com este pedido. Espere uma resposta, ou cancele um deles.',
    invalid_value: 'Um valor não foi aceito. Confira o pedido e envie de novo.',
  },
  final: [
    'open_request_exists',
    'request_exists',
    'style_not_taught',
    'not_a_student',
    'request_unknown',
    'wish_granted',
    'already_asked',
    'invalid_value',
  ],
  editPath: ({ id }, role) =>
    role === 'student' || role === 'teacher' ? `/student/requests/new?envio=${id}` : null,
} satisfies Kind<LessonRequestCreate>;

export type Wish = Omit<LessonRequestCreate['request'], 'id'>;

/** Does not compile while the schema above lacks a field of WISH_FIELDS. */
type Written<C extends keyof Wish> = C;
export type WrittenColumn = Written<WishColumn>;
