import { AsyncLocalStorage } from 'node:async_hooks';

/** What the library underneath does not hand through from a request to where it is needed. */
export interface RequestContext {
  /** The last statement's error as the driver reported it, before the library made it a "SUP". */
  sqlError?: unknown;
  /** Where a mail's link shall lead (`redirect_to`), if it is a place of ours. */
  redirectTo?: string;
  /** Looks at an answer while its transaction can still be undone, which it is when the answer is an error. */
  beforeCommit?: (response: Response) => Promise<Response>;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();
