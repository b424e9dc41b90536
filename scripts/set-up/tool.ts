/** A program that tests need. */
export interface Tool {
  name: string;
  isHere: () => boolean;
  /** Null where it can only be installed by hand. */
  fetch: (() => Promise<unknown>) | null;
  /** The command by which a person installs it where it cannot be fetched. */
  install: string;
}

/** Fetches a program unless the machine has it. Returns null, or why it is missing and what to do. */
export async function provide({ name, isHere, fetch, install }: Tool): Promise<string | null> {
  if (isHere()) return null;
  let reason = 'this machine has none';
  try {
    await fetch?.();
    if (isHere()) return null;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  return `${name} is missing: ${reason}\n  To install it: ${install}`;
}
