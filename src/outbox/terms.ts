/** Commands that wait until newer terms are accepted: asks for the acceptance, then sends them. */
import { identityStore } from '@/auth/identity';
import { logger } from '@/lib/logger';
import type { RawCommand } from './command';

/** The server's hint for a command that needs the current terms accepted (supabase/migrations, app.require_terms). */
export const TERMS_REQUIRED = 'terms_required';

/** A command and the attempt that got this response: each asks once. */
const asked = new Set<string>();
/** Commands that were sent again at once. This happens a single time: a repeated response is left to the back-off. */
const resent = new Set<string>();

const waitsForTerms = ({ userId, status, error }: RawCommand, person: string | undefined) =>
  userId === person && (status === 'queued' || status === 'attention') && error?.hint === TERMS_REQUIRED;

/** Called with the stored commands whenever they change. `send` is called when there is nothing left to accept. */
export function askForTerms(commands: readonly RawCommand[], send: () => void): void {
  const person = identityStore.getState().identity?.userId;
  const waiting = commands.find((command) => waitsForTerms(command, person));
  if (!waiting) return;
  const attempt = `${waiting.id} ${waiting.attempts}`;
  if (asked.has(attempt)) return;
  asked.add(attempt);
  import('@/auth/terms-due')
    .then(({ refreshTermsDue }) => refreshTermsDue())
    .then((state) => {
      if (state !== 'accepted' || resent.has(waiting.id)) return;
      resent.add(waiting.id);
      send();
    })
    .catch((error: unknown) => logger.warn('The due terms could not be asked for', error));
}
