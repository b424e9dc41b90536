/**
 * POST → { configured, taken, sent, … }: sends the due pushes of people and of visitors' phones through FCM. Only the server may call it:
 * the embedded backend's timer, or a cron on Supabase (hosting.md). Without FCM_SERVICE_ACCOUNT in the secrets the queue
 * stays as it is. Calls may run in parallel: each claims other rows.
 */
import { secretKey, secretKeyOf } from '../_shared/keys.ts';
import { type AccessTokens, accessTokens, parseAccount, type ServiceAccount } from './account.ts';
import { drain } from './drain.ts';
import { fcmOf } from './fcm.ts';
import { pushStore } from './store.ts';

const FCM_URL = 'https://fcm.googleapis.com';

const secret = (name: string) => (Deno.env.get(name) ?? '').trim();
const respond = (content: object, status = 200) =>
  Response.json(content, { status, headers: { 'Cache-Control': 'no-store' } });

/** Kept in the runtime's memory across calls, because access tokens are valid for an hour. */
let kept: { text: string; account: ServiceAccount; tokens: AccessTokens } | null = null;

function accountOf(text: string): typeof kept {
  if (kept?.text === text) return kept;
  const account = parseAccount(text);
  kept = account && { text, account, tokens: accessTokens(account) };
  return kept;
}

Deno.serve(async (request) => {
  if (request.method !== 'POST') return respond({ code: 'method_not_allowed' }, 405);
  const key = await secretKeyOf(request);
  if (key === 'missing') return respond({ code: 'key_missing', message: 'this needs a secret key' }, 401);
  if (key === 'wrong') return respond({ code: 'key_wrong', message: 'this is no secret key' }, 403);

  const text = secret('FCM_SERVICE_ACCOUNT');
  if (text === '') return respond({ configured: false });
  const known = accountOf(text);
  const url = secret('FCM_URL') || FCM_URL;
  if (known === null || !/^https?:\/\/[^/]+/.test(url)) {
    console.error(
      'send-push: FCM_SERVICE_ACCOUNT is not a service account key file, or FCM_URL is not a URL',
    );
    return respond({ configured: false, code: 'misconfigured' }, 500);
  }
  try {
    const stores = (['people', 'visitors'] as const).map((queue) =>
      pushStore(secret('SUPABASE_URL'), secretKey(), queue),
    );
    const counts = await drain(stores, fcmOf(url, known.account.project_id, known.tokens));
    return respond({ configured: true, ...counts });
  } catch (error) {
    console.error('send-push:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'the database did not answer' }, 503);
  }
});
