/** A start-up problem that the user can fix. `main.ts` prints its message without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** Message of any thrown value, on one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
