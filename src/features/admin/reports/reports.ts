/** Users' reports and the team's decisions on them (supabase/migrations/…_reports.sql). */
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { count, flag, maybeText, person, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import { procedureList } from '../table/list';

export const REPORT_STATES = { open: 'Aberta', kept: 'Mantido', removed: 'Removido' } as const;
export const REPORTED = {
  profile: 'Perfil',
  post: 'Publicação',
  evaluation: 'Avaliação',
  reply: 'Resposta',
  event: 'Evento',
  request: 'Pedido',
  message: 'Mensagem',
  lesson: 'Proposta de aula',
} as const;
/** Between two people: a decision about it changes nothing that the reported person could notice. */
const PRIVATE = ['request', 'message', 'lesson'];
export const isPrivate = ({ what }: ReportRow) => PRIVATE.includes(what);

/** Labels of reported texts. */
export const FIELDS: Record<string, string> = {
  name: 'Nome',
  bio: 'Sobre',
  experience: 'Experiência',
  text: 'Texto',
  rating: 'Estrelas',
  comment: 'Comentário',
  reply: 'Resposta',
  message: 'Mensagem',
  reason: 'Motivo',
  place: 'Lugar proposto',
  agreed_place: 'Lugar combinado',
  title: 'Título',
  venue: 'Onde',
  organiser: 'Quem organiza',
  price: 'Quanto',
  url: 'Link',
  description: 'Descrição',
};

const fields = z
  .array(z.object({ field: text, text }))
  .nullish()
  .transform((value) => value ?? null);
export const REPORT_REASONS: Record<string, string> = {
  fake: 'Perfil ou informação falsa',
  offensive: 'Ofensa ou discriminação',
  unsafe: 'Assédio ou ameaça',
  minor: 'Menor de idade',
  prepayment: 'Pagamento adiantado',
  spam: 'Propaganda ou golpe',
  wrong: 'Conteúdo fora do lugar',
  other: 'Outro motivo',
};

const reportRow = z.object({
  id: text,
  what: z.enum(['profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson']),
  target_id: text,
  reason: text,
  /** First in the queue; every administrator was notified. */
  is_urgent: flag,
  /** A visitor's, above what one network or all of them may send: last in the queue, and nobody was notified. */
  is_set_aside: flag,
  /** The photo or video of a profile that is reported. */
  subject: maybeText,
  details: maybeText,
  status: z.enum(['open', 'kept', 'removed']),
  created_at: text,
  reporter: person,
  open: count,
  target: z
    .object({
      person,
      state: maybeText,
      image_url: maybeText,
      author: person,
      text: maybeText,
      removed_at: maybeText,
      student: person,
      teacher: person,
      evaluator: person,
      evaluated: person,
      rating: z.number().nullish(),
      comment: maybeText,
      is_anonymous: flag,
      hidden_at: maybeText,
      /** Of an event. */
      title: maybeText,
      slug: maybeText,
      is_published: z.boolean().nullish(),
    })
    .nullish()
    .transform((value) => value ?? null),
  /** Whom the report is about and what that person had written. */
  reported: z
    .object({ person, texts: fields, seen: maybeText, now: fields })
    .nullish()
    .transform((value) => value ?? null),
  /** Made without an account: the answer is read with the report's code. */
  is_visitors: flag,
  letters: z
    .array(
      z.object({ recipient: z.enum(['reporter', 'reported']), text, written_at: text, written_by: person }),
    )
    .nullish()
    .transform((value) => value ?? []),
  decision: z
    .object({ decision: text, reason: maybeText, decided_by: person, decided_at: text })
    .nullish()
    .transform((value) => value ?? null),
});
export type ReportRow = z.infer<typeof reportRow>;

export const REPORTS = procedureList('admin_list_reports', reportRow);

/** Short title of the reported person or content. */
export function targetTitle({ what, target }: ReportRow): string {
  if (target === null) return `${REPORTED[what]} que não existe mais`;
  if (what === 'profile') return target.person?.name ?? 'Conta removida';
  if (PRIVATE.includes(what)) {
    const between = `entre ${target.student?.name ?? 'conta removida'} e ${target.teacher?.name ?? 'conta removida'}`;
    return `${REPORTED[what]} ${between}`;
  }
  if (what === 'post') return `Recado de ${target.author?.name ?? 'conta removida'}`;
  if (what === 'event') return `Evento ${target.title ?? ''}`.trim();
  if (what === 'reply')
    return `Resposta de ${target.evaluated?.name ?? 'conta removida'} a ${target.evaluator?.name ?? 'conta removida'}`;
  const by = target.is_anonymous ? 'anônima' : `de ${target.evaluator?.name ?? 'conta removida'}`;
  return `Avaliação ${by} sobre ${target.evaluated?.name ?? 'conta removida'}`;
}

/** Text of the reported content; empty when it has none. */
export function targetText({ what, target }: ReportRow): string {
  if (target === null) return '';
  if (what === 'profile') return target.text ?? '';
  if (what === 'post') return target.text ?? 'O texto foi apagado por quem escreveu.';
  if (what === 'reply') return target.text ?? '';
  if (what === 'request' || what === 'message' || what === 'lesson' || what === 'event') return '';
  return `${target.rating ?? '?'} de 5. ${target.comment ?? 'Sem comentário.'}`;
}

/** Whether the team or the author has removed the reported content already. */
export function isOff({ target }: ReportRow): boolean {
  return (
    target !== null &&
    (target.removed_at !== null ||
      target.hidden_at !== null ||
      target.state === 'inactive' ||
      target.is_published === false)
  );
}

export type Decision = 'keep' | 'remove';

/** Of something private nothing is removed: the team only says who is right. */
const DECISIONS = {
  public: { keep: 'Manter', remove: 'Remover' },
  private: { keep: 'Arquivar', remove: 'Dar razão' },
} as const;

export const decisionText = (report: ReportRow, decision: Decision): string =>
  DECISIONS[isPrivate(report) ? 'private' : 'public'][decision];

const PRIVATE_STATES = { open: REPORT_STATES.open, kept: 'Arquivada', removed: 'Com razão' } as const;

export const stateText = (report: ReportRow): string =>
  (isPrivate(report) ? PRIVATE_STATES : REPORT_STATES)[report.status];

/** Explains each decision's consequence before it is made. */
const QUIETLY = {
  remove:
    'Nada muda no pedido, para que a outra pessoa não saiba quem denunciou. Tire o perfil do ar ou escreva, se for o caso.',
  keep: 'Nada muda no pedido.',
} as const;

export const CONSEQUENCES = {
  request: QUIETLY,
  message: QUIETLY,
  lesson: QUIETLY,
  profile: {
    remove:
      'O perfil sai da parte pública do site: um professor deixa a busca, a página de um aluno sai do ar.',
    keep: 'O perfil fica no ar. Se a equipe o tinha tirado, ele volta.',
  },
  post: {
    remove: 'A publicação sai do Mural de todos os aparelhos.',
    keep: 'A publicação fica no Mural. Se a equipe a tinha tirado, ela volta.',
  },
  evaluation: {
    remove: 'A avaliação é escondida e as estrelas dela deixam de contar.',
    keep: 'A avaliação continua pública. Se a equipe a tinha escondido, ela volta.',
  },
  reply: {
    remove: 'A resposta é escondida. A avaliação e as estrelas dela ficam.',
    keep: 'A resposta continua pública. Se a equipe a tinha escondido, ela volta.',
  },
  event: {
    remove: 'O evento sai da agenda de todos os aparelhos. Quem o divulgou é avisado.',
    keep: 'O evento fica na agenda. Se a equipe o tinha tirado por uma denúncia, ele volta.',
  },
} as const;

export interface DecisionWritten {
  what: ReportRow['what'];
  target_id: string;
  /** Of something private: the one report that is decided. */
  report_id?: string;
  decision: Decision;
  /** Shown to the owner of the reported content. */
  reason: string | null;
}

export function decide(decision: DecisionWritten): Promise<Answer<unknown>> {
  return call('admin_decide_report', { command_id: freshId(), decision }, (value) => value);
}

export type Recipient = ReportRow['letters'][number]['recipient'];

export interface Letter {
  report_id: string;
  recipient: Recipient;
  text: string;
}

/** `id` makes a repetition after a lost answer write once. */
export function writeAbout(id: string, letter: Letter): Promise<Answer<unknown>> {
  return call('admin_write_about_report', { command_id: id, letter }, (value) => value);
}

/** To whom the team can write about the report. */
export function recipientsOf({ reporter, reported, is_visitors }: ReportRow): Recipient[] {
  return [
    ...(reporter || is_visitors ? (['reporter'] as const) : []),
    ...(reported?.person ? (['reported'] as const) : []),
  ];
}
