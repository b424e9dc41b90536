import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of a request that the library does not pass to where they are needed. */
export interface RequestContext {
  /** Method and path of a request of the data API, as PostgREST tells the door: `/teachers`, `/rpc/pull_changes`. */
  asked?: { method: string; path: string };
  /** The last statement's error as the driver reported it, before the library replaces it by a "SUP" error. */
  sqlError?: unknown;
  /** Target of a mail's link (`redirect_to`), when its origin is allowed. */
  redirectTo?: string;
  /** Storage's answer to a file that it does not take, which the library would report as its own failure. */
  refusal?: { statusCode: string; error: string; message: string };
  /** Called with the response before the commit; an error response rolls the transaction back. */
  beforeCommit?: (response: Response) => Promise<Response>;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();
