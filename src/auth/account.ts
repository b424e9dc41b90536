/** The server's state of the account behind a session, and the identity derived from it. */
import { callProcedure, RestFailure } from '@/lib/rest';
import type { Identity, Role, TermsDue } from './identity';

export interface AccountState {
  userId: string;
  state: 'registering' | 'active' | 'removed';
  email: string | null;
  draft: { role: string | null; name: string | null } | null;
  profile: { name: string; email: string; role: Role; profile_image_url: string | null } | null;
  terms: { id: string; version: number; accepted: boolean } | null;
  /** Steps of the registration that have to be tried again. */
  pending: string[];
}

/** Throws RestFailure, also when the response is empty or another person's. */
export async function loadAccount(userId: string, token: string): Promise<AccountState> {
  const answer = (await callProcedure('my_account_state', {}, undefined, token).catch((error: unknown) => {
    // The server refuses every request of an account that is gone.
    if (error instanceof RestFailure && error.hint === 'account_missing')
      return { user_id: userId, state: 'removed', email: null, draft: null, profile: null, terms: null };
    throw error;
  })) as Record<string, unknown> | null;
  const states: readonly unknown[] = ['registering', 'active', 'removed'];
  if (!answer || answer.user_id !== userId || !states.includes(answer.state)) {
    throw new RestFailure('malformed', 'my_account_state: response for another person');
  }
  const account = { ...answer, userId, pending: answer.pending ?? [] } as unknown as AccountState;
  if (account.state === 'active' && !account.profile) {
    throw new RestFailure('malformed', 'my_account_state: active account without profile');
  }
  return account;
}

export function toIdentity(account: AccountState, email: string): Identity {
  const { userId, profile, draft } = account;
  return {
    userId,
    email: profile?.email ?? account.email ?? email,
    role: profile?.role ?? toRole(draft?.role),
    name: profile?.name ?? draft?.name ?? '',
    imageUrl: profile?.profile_image_url ?? null,
    state: profile ? 'active' : 'registering',
    termsDue: profile ? termsDue(account) : null,
  };
}

export function toRole(value: unknown): 'student' | 'teacher' | null {
  return value === 'student' || value === 'teacher' ? value : null;
}

function termsDue({ terms, pending }: AccountState): TermsDue | null {
  // The terms were accepted but not recorded yet: the next sign-in records that without asking.
  if (pending.includes('acceptance')) return null;
  return terms && !terms.accepted ? { id: terms.id, version: terms.version } : null;
}
