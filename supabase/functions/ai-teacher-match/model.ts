/**
 * Client for an OpenAI-compatible endpoint (POST <url>/chat/completions with a JSON schema). Its response is untrusted:
 * it may only choose among the candidates and word the reasons.
 */
import { z } from 'zod';
import type { Sides } from '../_shared/matching/match.ts';
import type { Score } from '../_shared/matching/score.ts';
import type { Matches, MatchLead, TeacherMatch } from '../_shared/matching/types.ts';
import { hasContacts, questionFor } from './prompt.ts';

export interface ModelEndpoint {
  /** Such as https://api.openai.com/v1 */
  url: string;
  key: string;
  name: string;
  /** Milliseconds. */
  patience: number;
}

const MAX_ANSWER = 100_000;
/** Most points that the model's percentage may differ from ours: a teacher's text must not talk the score up. */
const LEEWAY = 15;

const completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string(), refusal: z.string().nullish() }) }))
    .min(1),
});
const choice = z.strictObject({
  candidate: z.string(),
  percentage: z.number().int().min(0).max(100),
  justification: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(20).max(600)),
});
const answer = z.strictObject({ cityMatch: choice.nullable(), brazilMatch: choice.nullable() });

/** The model's choice, or null when the request failed, timed out or broke a rule. Never throws. */
export async function askModel(
  endpoint: ModelEndpoint,
  lead: MatchLead,
  sides: Sides,
): Promise<Matches | null> {
  const question = questionFor(lead, sides);
  try {
    const response = await fetch(`${endpoint.url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${endpoint.key}` },
      body: JSON.stringify({
        model: endpoint.name,
        messages: question.messages,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'teacher_match', strict: true, schema: question.schema },
        },
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(endpoint.patience),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = await response.text();
    if (text.length > MAX_ANSWER) throw new Error('the answer is too long');
    const [first] = completion.parse(JSON.parse(text)).choices;
    if (!first || first.message.refusal) throw new Error('refused');
    const chosen = answer.parse(JSON.parse(first.message.content));
    return {
      cityMatch: checked(chosen.cityMatch, question.city),
      brazilMatch: checked(chosen.brazilMatch, question.elsewhere),
    };
  } catch (error) {
    // Logs no text of the response, which may contain personal data.
    console.warn(
      'The response of the model was not usable:',
      error instanceof z.ZodError ? 'wrong shape' : String(error),
    );
    return null;
  }
}

function checked(chosen: z.infer<typeof choice> | null, candidates: Map<string, Score>): TeacherMatch | null {
  if (chosen === null) {
    if (candidates.size > 0) throw new Error('no candidate chosen');
    return null;
  }
  const found = candidates.get(chosen.candidate);
  if (!found) throw new Error('chosen teacher is not a candidate');
  if (hasContacts(chosen.justification) || /[<>[\]{}\p{Cc}]/u.test(chosen.justification)) {
    throw new Error('justification contains contacts or markup');
  }
  return {
    teacherId: found.candidate.id,
    matchPercentage: Math.min(
      Math.max(chosen.percentage, found.percentage - LEEWAY, 0),
      found.percentage + LEEWAY,
      100,
    ),
    justification: chosen.justification,
  };
}
