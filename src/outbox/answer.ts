/** What came back for a request, before anybody judges it. */
export type Answer =
  | { kind: 'network' }
  | { kind: 'timeout' }
  | {
      kind: 'answer';
      status: number;
      /** Undefined when it is no JSON: a captive portal's page, a gateway's. */
      body: unknown;
      /** Milliseconds that the server asks for. */
      retryAfter: number | null;
    };

export interface Request {
  /** Below the backend's origin. */
  path: string;
  body: Record<string, unknown>;
  /** Null as a visitor. */
  token: string | null;
}

/** Never rejects. */
export type Send = (request: Request, signal: AbortSignal) => Promise<Answer>;
