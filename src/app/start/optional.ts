/** Runs a part that the app works without; `fault` is logged where it fails. */
export async function optional(fault: string, begin: () => Promise<unknown>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    console.error(fault, error);
  }
}
