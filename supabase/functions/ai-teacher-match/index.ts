/**
 * POST { leadId, userId } → { leadId, cityMatch, brazilMatch, source }. The result is stored with the lead, and later
 * requests get the stored one. Our scoring finds the candidates. With an OpenAI-compatible endpoint in the secrets a
 * model chooses among them, once per lead; when the model fails, is late or over its limit, our scoring decides.
 */
import { z } from 'zod';
import { corsHeaders } from '../_shared/cors.ts';
import { secretKey } from '../_shared/keys.ts';
import { findMatches, sides } from '../_shared/matching/match.ts';
import { askModel, type ModelEndpoint } from './model.ts';
import { type Analysis, type LeadStore, leadStore, type Material } from './store.ts';

/** Milliseconds. Phones time out after 20 s, and a slow model must not make the whole function fail. */
const MODEL_PATIENCE = 15_000;
/** Milliseconds to wait for the result of another request for the same lead. */
const TURN_PATIENCE = 17_000;
const TURN_STEP = 500;
const CALLS_PER_ADDRESS = 20;
const CALLS_PER_DAY = 500;
const MAX_BODY = 2_000;

const body = z.object({ leadId: z.guid(), userId: z.guid().nullish() });

const secret = (name: string) => (Deno.env.get(name) ?? '').trim();

/** The secret `name` as a whole number, `otherwise` when it is missing or not a number. */
function limit(name: string, otherwise: number): number {
  return /^\d{1,9}$/.test(secret(name)) ? Number(secret(name)) : otherwise;
}

function endpoint(): ModelEndpoint | null {
  const [url, key, name] = ['MATCH_MODEL_URL', 'MATCH_MODEL_KEY', 'MATCH_MODEL_NAME'].map(secret);
  if (!url || !name) return null;
  const patience = Math.min(limit('MATCH_MODEL_PATIENCE', MODEL_PATIENCE), MODEL_PATIENCE);
  return { url, key: key ?? '', name, patience };
}

/** The client address added by the platform's proxy; earlier entries can be forged. Same rule as app.caller_address. */
const addressOf = ({ headers }: Request) =>
  (headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',').at(-1) ?? '').trim();

/** The token of a signed-in user; null for the anonymous keys that visitors send. */
const tokenOf = ({ headers }: Request) =>
  /^Bearer\s+([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;

/** Waits for the result of the request that holds the lead's model call; null when it does not arrive in time. */
async function awaited(store: LeadStore, leadId: string): Promise<Analysis | null> {
  const until = Date.now() + TURN_PATIENCE;
  while (Date.now() < until) {
    const found = await store.material(leadId);
    if (!found || found.analysis) return found?.analysis ?? null;
    await new Promise((resolve) => setTimeout(resolve, TURN_STEP));
  }
  return null;
}

async function analyse(
  store: LeadStore,
  leadId: string,
  found: Material,
  address: string,
): Promise<Analysis> {
  const model = endpoint();
  const scored = sides(found.lead, found.candidates);
  let chosen: Analysis | null = null;
  if (model && scored.city.length + scored.elsewhere.length > 0) {
    const claim = await store.claimModel(
      leadId,
      address,
      limit('MATCH_CALLS_PER_ADDRESS', CALLS_PER_ADDRESS),
      limit('MATCH_CALLS_PER_DAY', CALLS_PER_DAY),
    );
    if (claim === 'granted') {
      const matches = await askModel(model, found.lead, scored);
      if (matches) chosen = { ...matches, source: 'model' };
    } else if (claim === 'taken' || claim === 'done') {
      const stored = await awaited(store, leadId);
      if (stored) return stored;
    }
  }
  chosen ??= { ...findMatches(found.lead, found.candidates), source: 'scoring' };
  return store.save(leadId, chosen, (chosen.cityMatch ?? chosen.brazilMatch)?.teacherId ?? null);
}

const respond = (content: object, status = 200) =>
  Response.json(content, { status, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } });

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  if (request.method !== 'POST') return respond({ code: 'method_not_allowed' }, 405);
  const text = await request.text();
  const asked = body.safeParse(text.length > MAX_BODY ? null : parsed(text));
  if (!asked.success) return respond({ code: 'invalid_body', message: 'expected { leadId, userId }' }, 400);
  const { leadId, userId } = asked.data;
  try {
    const store = leadStore(secret('SUPABASE_URL'), secretKey());
    const found = await store.material(leadId);
    if (!found) return respond({ code: 'lead_unknown', message: 'there is no such lead' }, 404);
    if (found.ownerId !== null) {
      const token = tokenOf(request);
      const reads = token === null ? 'no' : await store.mayRead(leadId, token);
      if (reads === 'expired')
        return respond({ code: 'token_refused', message: 'the token is no good' }, 401);
      if (reads === 'no' || (userId && userId !== found.ownerId)) {
        return respond({ code: 'not_yours', message: 'this lead is somebody else’s' }, 403);
      }
    }
    const analysis = found.analysis ?? (await analyse(store, leadId, found, addressOf(request)));
    return respond({ leadId, ...analysis });
  } catch (error) {
    console.error('ai-teacher-match:', error instanceof Error ? error.message : error);
    return respond({ code: 'unavailable', message: 'the database did not answer' }, 503);
  }
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
