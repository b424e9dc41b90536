/**
 * Supporters and sponsors as screens use them. The database defines the programmes (…_programmes.sql); every device
 * holds them as content.
 */

import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';

/** From the lowest to the highest; each includes the benefits of those before it and adds one. */
export const SUPPORTER_TIERS = ['passinho', 'giro_completo', 'destaque_salao', 'brilho_palco'] as const;
export type SupporterTier = (typeof SUPPORTER_TIERS)[number];

export const SPONSOR_TIERS = ['bronze', 'prata', 'ouro'] as const;
export type SponsorTier = (typeof SPONSOR_TIERS)[number];

export interface Supporter {
  id: string;
  /** Null for a supporter who wishes not to be named. */
  name: string | null;
  imageUrl: string | null;
  tier: SupporterTier;
  /** Id of the teacher's page, which exists only while the teacher is listed. */
  teacherId: string | null;
  /** 'YYYY-MM' of the first support. */
  since: string;
}

export interface Sponsor {
  id: string;
  name: string;
  tier: SponsorTier;
  tagline: string | null;
  /** Always https. */
  url: string | null;
  /** Path in our storage. */
  logoUrl: string | null;
}

interface TierBase {
  id: string;
  name: string;
  /** R$ a month. */
  amount: number;
  position: number;
  benefitTitle: string;
  benefitText: string;
}
export interface SupporterTierInfo extends TierBase {
  programme: 'supporter';
  tier: SupporterTier;
}
export interface SponsorTierInfo extends TierBase {
  programme: 'sponsor';
  tier: SponsorTier;
  slots: number;
  /** Number of free slots. */
  free: number;
}
export type TierInfo = SupporterTierInfo | SponsorTierInfo;

export function isSupporterTier(value: unknown): value is SupporterTier {
  return SUPPORTER_TIERS.some((tier) => tier === value);
}

function isSponsorTier(value: unknown): value is SponsorTier {
  return SPONSOR_TIERS.some((tier) => tier === value);
}

export function parseSupporter({ id, data }: ContentRow): Supporter {
  const read = reader(data);
  const tier = read.any('tier');
  if (!isSupporterTier(tier)) throw new TypeError('tier of a supporter');
  return {
    id,
    name: read.optional('name'),
    imageUrl: read.optional('image_url'),
    tier,
    teacherId: read.optional('teacher_id'),
    since: read.text('since'),
  };
}

export function parseSponsor({ id, data }: ContentRow): Sponsor {
  const read = reader(data);
  const tier = read.any('tier');
  if (!isSponsorTier(tier)) throw new TypeError('tier of a sponsor');
  const url = read.optional('url');
  return {
    id,
    name: read.text('name'),
    tier,
    tagline: read.optional('tagline'),
    url: url?.startsWith('https://') ? url : null,
    logoUrl: read.optional('logo_url'),
  };
}

export function parseTier({ id, data }: ContentRow): TierInfo {
  const read = reader(data);
  const base = {
    id,
    name: read.text('name'),
    amount: read.number('amount'),
    position: read.number('position'),
    benefitTitle: read.text('benefit_title'),
    benefitText: read.text('benefit_text'),
  };
  const tier = read.any('tier');
  if (read.any('programme') === 'supporter' && isSupporterTier(tier)) {
    return { ...base, programme: 'supporter', tier };
  }
  if (read.any('programme') === 'sponsor' && isSponsorTier(tier)) {
    const slots = read.number('slots');
    return { ...base, programme: 'sponsor', tier, slots, free: Math.max(0, slots - read.number('sold')) };
  }
  throw new TypeError('tier of no programme');
}
