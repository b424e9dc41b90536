/** The question before somebody leaves of their own will: what becomes of what they did and the server has not got. */

/**
 * 'leave': go, and let go of everything (what was to be sent has been, the rest may be discarded). 'keep': go, and keep
 * it locked and invisible until the same person is back. 'stay': do not sign out.
 */
export type LeavingAnswer = 'leave' | 'keep' | 'stay';
export type LeavingQuestion = (userId: string) => Promise<LeavingAnswer>;

const questions = new Set<LeavingQuestion>();

/**
 * Asked one after the other before a voluntary sign-out, never when the server ends a session. Who keeps unsent things
 * registers here and with `onRelease`. A question that fails counts as 'keep': nothing is lost over it.
 */
export function onSignOut(question: LeavingQuestion): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

export async function askBeforeLeaving(userId: string): Promise<LeavingAnswer> {
  let answer: LeavingAnswer = 'leave';
  for (const question of questions) {
    const one = await question(userId).catch((): LeavingAnswer => 'keep');
    if (one === 'stay') return 'stay';
    if (one === 'keep') answer = 'keep';
  }
  return answer;
}
