/** Reads what an invitation says, and takes it over for a teacher who has an account. */
import { z } from 'zod';
import { callAs } from '@/auth/session/user-rest';
import { freshId } from '@/lib/browser/random';
import { logger } from '@/lib/logger';
import { callProcedure, RestFailure } from '@/lib/rest';

const invitation = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    name: z.string(),
    city_id: z.string().nullable(),
    city: z.string().nullable(),
    styles: z.array(z.string()),
    by: z.string().nullable(),
  }),
  z.object({ state: z.enum(['used', 'revoked', 'expired', 'unknown']) }),
]);
export type Invitation = z.infer<typeof invitation>;
export type OpenInvitation = Extract<Invitation, { state: 'open' }>;

export type InvitationAnswer = Invitation | { state: 'unreachable' | 'too-many' | 'failed' };

export async function readInvitation(token: string, signal: AbortSignal): Promise<InvitationAnswer> {
  try {
    return invitation.parse(await callProcedure('teacher_invitation', { token }, signal));
  } catch (error) {
    if (error instanceof RestFailure && error.hint === 'too_many') return { state: 'too-many' };
    if (error instanceof RestFailure && error.kind !== 'refused') return { state: 'unreachable' };
    logger.warn('The invitation was not read', error);
    return { state: 'failed' };
  }
}

const ENDED: Record<string, 'used' | 'revoked' | 'expired' | 'unknown'> = {
  invitation_used: 'used',
  invitation_revoked: 'revoked',
  invitation_expired: 'expired',
  invitation_missing: 'unknown',
};

export type ClaimAnswer = { state: 'claimed' | 'used' | 'revoked' | 'expired' | 'unknown' | 'failed' };

/** Repeating it changes nothing. */
export async function claimInvitation(userId: string, token: string): Promise<ClaimAnswer> {
  try {
    await callAs(userId, 'claim_teacher_invitation', { command_id: freshId(), invitation_token: token });
    return { state: 'claimed' };
  } catch (error) {
    const ended = error instanceof RestFailure ? ENDED[error.hint ?? ''] : undefined;
    if (ended) return { state: ended };
    logger.warn('The invitation was not taken over', error);
    return { state: 'failed' };
  }
}
