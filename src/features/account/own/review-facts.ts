/** The usual time until the approval and the link of the preview, from the server; the last answer is kept on this phone. */
import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { callAs } from '@/auth/session/user-rest';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';

export interface ReviewFacts {
  /** Half of the approvals come within so many hours; null while there are too few. */
  usualHours: number | null;
  /** The token of the link to the page as it will be; null without one. */
  preview: string | null;
}

interface Kept extends ReviewFacts {
  userId: string;
}

const kept = stored<Kept>(`${PRIVATE_PREFIX}review`, (value) => {
  const { userId, usualHours, preview } = fieldsOf(value);
  if (!isText(userId)) return null;
  return {
    userId,
    usualHours: isNumber(usualHours) ? usualHours : null,
    preview: isText(preview) ? preview : null,
  };
});

function keep(userId: string, facts: ReviewFacts): ReviewFacts {
  // A user who signed out during the request leaves nothing on the device.
  if (presentIdentity()?.userId === userId) kept.write({ userId, ...facts });
  return facts;
}

/** Throws RestFailure, NotSignedIn. */
export async function fetchReviewFacts(userId: string, signal: AbortSignal): Promise<ReviewFacts> {
  const { usual_hours, preview } = fieldsOf(await callAs(userId, 'review_facts', {}, signal));
  return keep(userId, {
    usualHours: isNumber(usual_hours) ? usual_hours : null,
    preview: isText(preview) ? preview : null,
  });
}

export function keptReviewFacts(userId: string): ReviewFacts | null {
  const copy = kept.read();
  return copy?.userId === userId ? copy : null;
}

/** Makes the link, or takes it back. Safe to repeat. Null once the teacher was approved. Throws RestFailure, NotSignedIn. */
export async function sharePreview(
  userId: string,
  before: ReviewFacts,
  shared: boolean,
): Promise<ReviewFacts> {
  const token = await callAs(userId, 'share_my_preview', { shared });
  return keep(userId, { ...before, preview: isText(token) ? token : null });
}

/** 'Metade das respostas da equipe vem em até 2 dias.' */
export function usualTimeText(hours: number): string {
  const days = Math.ceil(hours / 24);
  const time = hours <= 36 ? (hours <= 1 ? 'uma hora' : `${hours} horas`) : `${days} dias`;
  return `Metade das respostas da equipe vem em até ${time}.`;
}
