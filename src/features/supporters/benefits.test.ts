import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedKeys } from '@/lib/stored';
import { benefitsOf, highestTier } from './benefits';
import { OwnSupportKeeper, STALE_AFTER } from './own-support';
import { SUPPORTER_TIERS, type SupporterTier } from './schema';

const MINUTE = 60_000;

describe('benefits', () => {
  it('[T005][B208] of each tier contain all benefits of the tier below', () => {
    let below = benefitsOf(null);
    expect(below).toEqual([]);
    for (const tier of SUPPORTER_TIERS) {
      const benefits = benefitsOf(tier);
      expect(benefits).toEqual([...below, benefits.at(-1)]);
      expect(below).not.toContain(benefits.at(-1));
      below = benefits;
    }
    expect(below).toEqual(['listing', 'enhanced_profile', 'search_highlight', 'main_carousel']);
  });

  it('of two supports are those of the higher tier', () => {
    expect(highestTier(['passinho', 'destaque_salao', 'giro_completo'])).toBe('destaque_salao');
    expect(highestTier([])).toBeNull();
  });
});

const present = () => true;

describe('the own support', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('[B288] is asked again after 15 minutes, not at 14:59', async () => {
    const ask = vi.fn(async (): Promise<SupporterTier | null> => 'giro_completo');
    const keeper = new OwnSupportKeeper(ask, present);
    await keeper.refresh('ana');
    expect(keeper.of('ana')?.tier).toBe('giro_completo');
    vi.advanceTimersByTime(15 * MINUTE - 1_000);
    await keeper.refresh('ana');
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    await keeper.refresh('ana');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(STALE_AFTER).toBe(15 * MINUTE);
  });

  it('is requested once for several screens, and belongs to one user only', async () => {
    const ask = vi.fn(async (): Promise<SupporterTier | null> => 'passinho');
    const keeper = new OwnSupportKeeper(ask, present);
    await Promise.all([keeper.refresh('ana'), keeper.refresh('ana')]);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(keeper.of('bia')).toBeNull();
    expect(keeper.of(null)).toBeNull();
  });

  it('is known at the next start offline', async () => {
    await new OwnSupportKeeper(async () => 'brilho_palco', present).refresh('ana');
    const offline = new OwnSupportKeeper(() => Promise.reject(new TypeError('Failed to fetch')), present);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.advanceTimersByTime(60 * MINUTE);
    await offline.refresh('ana');
    expect(offline.of('ana')?.tier).toBe('brilho_palco');
  });

  it('is null after a failed request, which is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const keeper = new OwnSupportKeeper(
      () => Promise.reject(new Error('supporter_tiers answered 500')),
      present,
    );
    await keeper.refresh('ana');
    expect(keeper.of('ana')).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is requested again after the clock was set back', async () => {
    const ask = vi.fn(async (): Promise<SupporterTier | null> => null);
    const keeper = new OwnSupportKeeper(ask, present);
    await keeper.refresh('ana');
    vi.setSystemTime(Date.now() - 60 * MINUTE);
    await keeper.refresh('ana');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is not stored when it arrives after the sign-out', async () => {
    const keeper = new OwnSupportKeeper(
      async () => 'passinho',
      () => false,
    );
    await keeper.refresh('ana');
    expect(keeper.of('ana')).toBeNull();
    expect(storedKeys('')).toHaveLength(0);
  });
});
