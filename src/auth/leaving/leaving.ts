/** The questions before a voluntary sign-out: what should become of unsent data. */

/**
 * 'leave': sign out and delete everything (unsent data was sent, or may be discarded). 'keep': sign out and keep it,
 * locked and invisible until the same person returns. 'stay': do not sign out.
 */
export type LeavingAnswer = 'leave' | 'keep' | 'stay';
export type LeavingQuestion = (userId: string) => Promise<LeavingAnswer>;

const questions = new Set<LeavingQuestion>();

/**
 * Registers a question. All are asked in turn before a voluntary sign-out, never when the server ends a session. Code
 * that keeps unsent data registers here and with `onRelease`. A question that fails counts as 'keep', so that nothing
 * is lost.
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
