/** Client of the database procedures that the function uses, with the shapes of their results. */
import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Candidate, MatchLead } from '../_shared/matching/types.ts';

const match = z.object({ teacherId: z.string(), matchPercentage: z.number(), justification: z.string() });
export const storedAnalysis = z.looseObject({ cityMatch: match.nullable(), brazilMatch: match.nullable() });
export type Analysis = z.infer<typeof storedAnalysis>;

const row = z.object({
  id: z.string(),
  rank: z.string(),
  city_id: z.string().nullable(),
  style_ids: z.array(z.string()),
  bio: z.string().nullable(),
  experience: z.string().nullable(),
  neighborhood: z.string().nullable(),
  modalities: z.array(z.string()),
  rating_average: z.number().nullable(),
  rating_count: z.number(),
});
const material = z.object({
  lead: z.object({
    user_id: z.string().nullable(),
    city_id: z.string().nullable(),
    style_id: z.string().nullable(),
    cidade: z.string(),
    estilo_danca: z.string(),
    objetivos: z.string().nullable(),
    year: z.number(),
  }),
  analysis: storedAnalysis.nullable(),
  candidates: z.array(row),
});

export interface Material {
  ownerId: string | null;
  lead: MatchLead;
  analysis: Analysis | null;
  candidates: Candidate[];
}

export type Claim = 'granted' | 'capped' | 'taken' | 'done' | 'unknown';

/** Acts with the service key. Every call throws on an error or an unexpected result. */
export function leadStore(url: string, serviceKey: string) {
  const client = createClient(url, serviceKey, { auth: { persistSession: false, autoRefreshToken: false } });
  async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
    const { data, error } = await client.rpc(name, args);
    if (error) throw new Error(`${name}: ${error.code ?? ''} ${error.message}`);
    return data;
  }
  return {
    async material(leadId: string): Promise<Material | null> {
      const answer = material.nullable().parse((await call('lead_candidates', { lead_id: leadId })) ?? null);
      if (!answer) return null;
      const { lead } = answer;
      return {
        ownerId: lead.user_id,
        lead: {
          cityId: lead.city_id,
          styleId: lead.style_id,
          cityName: lead.cidade,
          styleName: lead.estilo_danca,
          goals: lead.objetivos,
          year: lead.year,
        },
        analysis: answer.analysis,
        candidates: answer.candidates.map((one) => ({
          id: one.id,
          rank: one.rank,
          cityId: one.city_id,
          styleIds: one.style_ids,
          bio: one.bio ?? '',
          experience: one.experience ?? '',
          neighborhood: one.neighborhood ?? '',
          modalities: one.modalities,
          ratingAverage: one.rating_average,
          ratingCount: one.rating_count,
        })),
      };
    },
    /** Whether the token's user owns the lead, as the database decides. 'expired': the token is not accepted. */
    async mayRead(leadId: string, token: string): Promise<'yes' | 'no' | 'expired'> {
      const response = await fetch(`${url}/rest/v1/rpc/get_lead`, {
        method: 'POST',
        headers: { apikey: serviceKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ lead_id: leadId }),
      });
      if (response.status === 401) return 'expired';
      if (!response.ok) throw new Error(`get_lead: ${response.status}`);
      return (await response.json()) === null ? 'no' : 'yes';
    },
    async claimModel(leadId: string, address: string, perAddress: number, perDay: number): Promise<Claim> {
      const args = { lead_id: leadId, address, per_address: perAddress, per_day: perDay };
      return z
        .enum(['granted', 'capped', 'taken', 'done', 'unknown'])
        .parse(await call('claim_lead_model', args));
    },
    async save(leadId: string, analysis: Analysis, teacherId: string | null): Promise<Analysis> {
      const args = { lead_id: leadId, analysis, teacher_id: teacherId };
      return storedAnalysis.parse(await call('save_lead_analysis', args));
    },
  };
}

export type LeadStore = ReturnType<typeof leadStore>;
