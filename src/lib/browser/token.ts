/** Tells two of one phone apart: tabs, messages, databases. No secret. A file of its own, since the first page needs it. */
export const freshToken = (): string => Math.random().toString(36);
