/** A reason not to start that its reader can act on. `main.ts` prints the message alone, without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
