/**
 * The fetch for all requests to the auth server. Responses of a proxy or portal must not count as the server's:
 * supabase-js takes a 429 or a captive portal's 403 for "this session is over".
 */
import { anySignal } from '@/lib/abort';
import { connection } from '@/lib/connection';
import { REQUEST_TIMEOUT } from '@/lib/rest';

/** Like `fetch`, with a timeout of 20 s. A response that is not JSON, and a 429 to a refresh, becomes a 503. */
export async function guardedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const signal = init.signal ? anySignal([init.signal, timeout]) : timeout;
  let response: Response;
  let text: string;
  try {
    response = await fetch(input, { cache: 'no-store', ...init, signal });
    text = await response.text();
  } catch (error) {
    if (!init.signal?.aborted) connection.report(false, endpointOf(url));
    throw error;
  }
  const empty = text === '' && (response.status === 204 || response.ok);
  const isRefresh = url.includes('grant_type=refresh_token');
  const isOurs = empty || isJsonObject(text);
  connection.report(isOurs && !(response.status >= 502 && response.status <= 504), endpointOf(url));
  if (!isOurs || (isRefresh && response.status === 429)) return unavailable();
  const body = empty ? null : text;
  return new Response(body, { status: response.status, headers: response.headers });
}

const endpointOf = (url: string) => url.split('?')[0];

function unavailable(): Response {
  return Response.json({ code: 'unavailable', message: 'No answer from the server' }, { status: 503 });
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
