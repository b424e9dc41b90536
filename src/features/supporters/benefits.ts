/**
 * Benefits of a support, for the supporter's own screens: whether to offer what the tier unlocks. The server decides
 * what others see (listing, rank, carousel).
 */
import { SUPPORTER_TIERS, type SupporterTier } from './schema';

export type Benefit = 'listing' | 'enhanced_profile' | 'search_highlight' | 'main_carousel';

/** The benefit that each tier adds to those below it (specification 001 §4). */
const ADDED: Record<SupporterTier, Benefit> = {
  passinho: 'listing',
  giro_completo: 'enhanced_profile',
  destaque_salao: 'search_highlight',
  brilho_palco: 'main_carousel',
};

/** Cumulative, the lowest tier's first. Empty without a tier. */
export function benefitsOf(tier: SupporterTier | null): Benefit[] {
  const position = tier === null ? -1 : SUPPORTER_TIERS.indexOf(tier);
  return SUPPORTER_TIERS.slice(0, position + 1).map((one) => ADDED[one]);
}

/** The tier that counts for a user with several supports. */
export function highestTier(tiers: readonly SupporterTier[]): SupporterTier | null {
  return SUPPORTER_TIERS.findLast((tier) => tiers.includes(tier)) ?? null;
}
