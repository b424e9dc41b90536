/** Redeems the token of an e-mail link when the person who opened it presses the button. */
import type { EmailOtpType } from '@supabase/supabase-js';
import { logger } from '@/lib/logger';
import { authErrorKind } from '../auth-errors';
import { presentIdentity } from '../identity';
import { authClient } from '../session/lazy-client';
import { tellServer } from '../session/server-session';
import { refreshIdentity } from '../settle';
import { startAuth } from '../start';
import {
  type ArrivedLink,
  type ArrivedTokens,
  arrivedLink,
  dropLink,
  keepConfirmation,
  keepRecovery,
  takeEmailChange,
} from './arrival';

export type LinkFailure = 'invalid' | 'network' | 'banned';
export type ConfirmOutcome =
  | LinkFailure
  /** The address is confirmed and this phone signs in with it: the login page continues. */
  | 'entering'
  /** The other mailbox has to confirm the change of e-mail too. */
  | 'half'
  | 'changed';

/** One request at a time: a second press gets the same response. */
let running: Promise<ArrivedTokens | 'half' | LinkFailure> | null = null;

function redeem(link: ArrivedLink | null): Promise<ArrivedTokens | 'half' | LinkFailure> {
  running ??= redeemOnce(link).finally(() => {
    running = null;
  });
  return running;
}

async function redeemOnce(link: ArrivedLink | null): Promise<ArrivedTokens | 'half' | LinkFailure> {
  if (!link) return 'invalid';
  try {
    const { data, error } = await (await authClient()).verifyOtp({
      token_hash: link.tokenHash,
      type: link.type satisfies EmailOtpType,
    });
    if (error) {
      const kind = authErrorKind(error);
      if (kind === 'network' || kind === 'rate-limited') return 'network';
      dropLink();
      return kind === 'banned' ? 'banned' : 'invalid';
    }
    dropLink();
    const { session } = data;
    return session ? { accessToken: session.access_token, refreshToken: session.refresh_token } : 'half';
  } catch (error) {
    logger.warn('A link could not be redeemed', error);
    return 'network';
  }
}

/** Redeems a recovery link; 'valid': a new password may be set (recovery.ts). */
export async function redeemRecovery(): Promise<'valid' | LinkFailure> {
  const redeemed = await redeem(arrivedLink('recovery'));
  if (redeemed === 'half') return 'invalid';
  if (typeof redeemed === 'string') return redeemed;
  keepRecovery(redeemed);
  return 'valid';
}

/** Confirms an e-mail address, of a registration or of a change. */
export async function redeemConfirmation(): Promise<ConfirmOutcome> {
  const link = arrivedLink('signup', 'email_change');
  const redeemed = await redeem(link);
  if (typeof redeemed === 'string') return redeemed;
  if (link?.type === 'email_change') return changed(redeemed);
  keepConfirmation(redeemed);
  void startAuth();
  return 'entering';
}

/**
 * The step of a change of e-mail that the auth server's own link completed; null when the page was not opened by one.
 */
export async function arrivedChange(): Promise<ConfirmOutcome | null> {
  const change = takeEmailChange();
  if (!change) return null;
  if (!change.isDone) return 'half';
  return change.tokens ? changed(change.tokens) : 'changed';
}

/** The link's session is not used: a person who is signed in here keeps the present session, with the new address. */
async function changed({ accessToken }: ArrivedTokens): Promise<'changed'> {
  tellServer(accessToken);
  const userId = presentIdentity()?.userId;
  if (userId) await refreshIdentity(userId);
  return 'changed';
}
