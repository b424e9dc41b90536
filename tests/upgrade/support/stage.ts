/** A product of the browser tests as the stage of writes: signs its people in, and sends as phones do. */
import type { Product } from '../../e2e/support/product';
import { requestOf, type Stage, type Who } from './every-write';

/** The demo's accounts (README). */
export const ACCOUNTS = {
  student: { email: 'aluno@danceflix.test', password: 'danceflix-aluno' },
  teacher: { email: 'professor@danceflix.test', password: 'danceflix-professor' },
  admin: { email: 'admin@danceflix.test', password: 'danceflix-admin' },
} as const;

export function stageOf(product: Product): Stage & {
  call(who: keyof typeof ACCOUNTS, path: string, body: unknown): Promise<unknown>;
} {
  const tokens = new Map<string, Promise<string>>();
  const signIn = async (who: keyof typeof ACCOUNTS): Promise<string> => {
    const answer = await post(
      product,
      '/auth/v1/token?grant_type=password',
      product.publishableKey,
      ACCOUNTS[who],
    );
    return String((answer as { access_token: string }).access_token);
  };
  const tokenOf = (who: Who | 'admin'): Promise<string> => {
    if (who === 'visitor') return Promise.resolve(product.publishableKey);
    const token = tokens.get(who) ?? signIn(who);
    tokens.set(who, token);
    return token;
  };
  return {
    sql: (statement, ...params) => product.sql(statement, ...params),
    call: async (who, path, body) => post(product, path, await tokenOf(who), body),
    send: async (who, command) => {
      const { path, body } = requestOf(command);
      const answer = (await post(product, path, await tokenOf(who), body)) as Record<string, unknown>;
      if (path.startsWith('/rest/') && answer.command_id !== command.id)
        throw new Error(`${command.kind} was not confirmed: ${JSON.stringify(answer)}`);
    },
  };
}

async function post(product: Product, path: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: {
      apikey: product.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} with ${JSON.stringify(body)}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
