/**
 * POST → { configured, taken, sent, … }: tells phones what is due in push_queue, through FCM. For the server alone: the
 * embedded one's timer, on Supabase a cron (hosting.md). Without FCM_SERVICE_ACCOUNT in the secrets it leaves the queue as it
 * is. Two at once are welcome: each takes what the other has not.
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

/** Access tokens last an hour and outlive calls in the runtime's memory. */
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
      'send-push: FCM_SERVICE_ACCOUNT is no key file of a service account, or FCM_URL is no address',
    );
    return respond({ configured: false, code: 'misconfigured' }, 500);
  }
  try {
    const store = pushStore(secret('SUPABASE_URL'), secretKey());
    const counts = await drain(store, fcmOf(url, known.account.project_id, known.tokens));
    return respond({ configured: true, ...counts });
  } catch (error) {
    console.error('send-push:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'the database did not answer' }, 503);
  }
});
