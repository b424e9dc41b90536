/** Invitations of teachers in the back-office (supabase/migrations/…_invitations.sql). */
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { whatsappLink } from '@/lib/phone';
import { siteAddress } from '@/lib/site';
import { maybeText, person, text, texts } from '../core/schema';
import { type Answer, call } from '../core/server';
import { procedureList } from '../table/list';
import type { InvitationEntry } from './invitation-file';

export const INVITATION_STATES = {
  invited: 'Convidado',
  opened: 'Abriu o link',
  registered: 'Cadastrado',
  approved: 'Aprovado',
  revoked: 'Revogado',
  expired: 'Vencido',
} as const;

const invitationRow = z.object({
  id: text,
  name: text,
  email: maybeText,
  phone: maybeText,
  city_name: maybeText,
  style_names: texts,
  /** Of a link that still works. */
  token: maybeText,
  by: person,
  teacher: person,
  state: z.enum(['invited', 'opened', 'registered', 'approved', 'revoked', 'expired']),
  created_at: text,
  expires_at: text,
});
export type InvitationRow = z.infer<typeof invitationRow>;

export const INVITATIONS = procedureList('admin_list_teacher_invitations', invitationRow);

export const invitationLink = (token: string) => siteAddress(`/convite/${token}`);

/** Opens WhatsApp with the invitation written; null without a number. */
export const invitationChat = ({ name, phone }: InvitationRow, token: string) =>
  whatsappLink(
    phone,
    `Olá, ${name}! A equipe do Danceflix convida você a criar seu perfil de professor, de graça: ${invitationLink(token)}`,
  );

const invited = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      outcome: z.enum(['invited', 'open', 'registered', 'error']),
      field: maybeText,
    }),
  ),
});

const FIELDS: Record<string, string> = {
  name: 'nome não aceito',
  email: 'e-mail não aceito',
  phone: 'telefone não aceito',
  city_id: 'cidade não aceita',
  style_ids: 'estilo não aceito',
};

export interface Invited {
  invited: number;
  /** Index of each entry that made no invitation, and why. */
  others: { at: number; why: string }[];
}

/** `commandId` stays with the entries, so that another attempt invites no one twice. */
export async function inviteTeachers(
  commandId: string,
  entries: readonly InvitationEntry[],
): Promise<Answer<Invited>> {
  const answer = await call(
    'admin_invite_teachers',
    { command_id: commandId, invitations: entries },
    (value) => invited.parse(value).rows,
  );
  if (answer.kind !== 'ok') return answer;
  const others = answer.value.flatMap(({ row, outcome, field }) => {
    if (outcome === 'invited') return [];
    const why =
      outcome === 'open'
        ? 'já tem um convite aberto'
        : outcome === 'registered'
          ? 'já tem conta no Danceflix'
          : (FIELDS[field ?? ''] ?? 'linha não aceita');
    return [{ at: row - 1, why }];
  });
  return { kind: 'ok', value: { invited: answer.value.length - others.length, others } };
}

export const revokeInvitation = (id: string): Promise<Answer<unknown>> =>
  call('admin_revoke_invitation', { command_id: freshId(), invitation_id: id }, (value) => value);
