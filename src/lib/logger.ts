/** The app's log: failures that the person need not see. */
type Detail = Record<string, unknown> | Error | unknown;

export const logger = {
  info(message: string, detail?: Detail): void {
    if (import.meta.env.DEV) console.info(message, detail ?? '');
  },
  warn(message: string, detail?: Detail): void {
    console.warn(message, detail ?? '');
  },
  error(message: string, detail?: Detail): void {
    console.error(message, detail ?? '');
  },
};
