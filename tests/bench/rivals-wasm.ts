/**
 * The app's content security policy allows no WebAssembly, which two of the rivals are made of: their own pages and
 * workers are served with a policy that does.
 */
import { ServerResponse } from 'node:http';

const RIVALS = /^\/(rivals|assets)\/(powersync|tanstack-db)\//;
const POLICY = 'content-security-policy';

type Head = Record<string, string>;

export function letRivalsRunWasm(): void {
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    const head = rest.at(-1) as Head | undefined;
    const policy = head?.[POLICY];
    if (head && policy && RIVALS.test(this.req.url ?? '')) {
      head[POLICY] = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    }
    return Reflect.apply(writeHead, this, [status, ...rest]) as ServerResponse;
  } as typeof writeHead;
}
