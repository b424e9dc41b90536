/** Reads of supporters, sponsors and tiers: from the device, offline too. */
import { useMemo } from 'react';
import type { Retry } from '@/reads/query';
import { type ContentAbsence, useContent, useContentInTime } from '@/reads/use-content';
import { useHidden } from '@/reads/use-hidden';
import {
  parseSponsor,
  parseSupporter,
  parseTier,
  type Sponsor,
  type SponsorTierInfo,
  type Supporter,
  type SupporterTierInfo,
} from './schema';

export interface ProgrammeState extends Retry {
  status: ContentAbsence | 'ready';
}

/** Each tier with its supporters, blocked teachers without their names; the highest tier first. */
export interface SupportersByTier extends ProgrammeState {
  tiers: { info: SupporterTierInfo; named: Supporter[]; unnamed: number }[];
  total: number;
}

export interface SponsorsByTier extends ProgrammeState {
  tiers: { info: SponsorTierInfo; sponsors: Sponsor[] }[];
  total: number;
}

export interface Tiers extends ProgrammeState {
  /** From the lowest to the highest. */
  supporterTiers: SupporterTierInfo[];
  sponsorTiers: SponsorTierInfo[];
}

export function useTiers(): Tiers {
  const { data: rows, status, retry } = useContent('tier', parseTier);
  return useMemo(
    () => ({
      status,
      retry,
      supporterTiers: rows.filter((tier) => tier.programme === 'supporter'),
      sponsorTiers: rows.filter((tier) => tier.programme === 'sponsor'),
    }),
    [rows, status, retry],
  );
}

export function useSupporters(): SupportersByTier {
  const { supporterTiers, ...tiers } = useTiers();
  const { data: rows, status, retry } = useContent('supporter', parseSupporter);
  const hidden = useHidden();
  const isNamed = ({ name, teacherId }: Supporter) =>
    name !== null && (teacherId === null || !hidden.has(teacherId));
  return {
    ...both(tiers, { status, retry }),
    total: rows.length,
    tiers: [...supporterTiers].reverse().map((info) => {
      const members = rows.filter(({ tier }) => tier === info.tier);
      const named = members.filter(isNamed);
      return { info, named, unnamed: members.length - named.length };
    }),
  };
}

export function useSponsors(): SponsorsByTier {
  const { sponsorTiers, ...tiers } = useTiers();
  const { data: rows, status, retry } = useContent('sponsor', parseSponsor);
  return {
    ...both(tiers, { status, retry }),
    total: rows.length,
    tiers: [...sponsorTiers].reverse().map((info) => ({
      info,
      sponsors: rows.filter(({ tier }) => tier === info.tier),
    })),
  };
}

/** Sponsors with a card in the home carousel; empty until they are known. */
export function useCarouselSponsors(): Sponsor[] {
  const rows = useContentInTime('sponsor', parseSponsor);
  return useMemo(() => rows.filter(({ tier }) => tier === 'ouro'), [rows]);
}

/** Ready when both are; otherwise the state of the one that is not. */
function both(one: ProgrammeState, other: ProgrammeState): ProgrammeState {
  return {
    status: one.status === 'ready' ? other.status : one.status,
    retry: () => {
      one.retry();
      other.retry();
    },
  };
}
