/**
 * Score of a teacher for a lead, in thousandths of a point, 100 points in all:
 *
 * | factor     | points | how                                                                               |
 * |------------|--------|-----------------------------------------------------------------------------------|
 * | style      | 35     | teaches the wanted style, or not                                                  |
 * | rating     | 20     | average with five extra votes of 4.2: 3.0 scores 0, 5.0 scores 20, no votes score 12 |
 * | city       | 15     | teaches in the wanted city, or not                                                |
 * | goals      | 12     | share of the goals' themes and words that the profile mentions; 6 without goals   |
 * | experience | 10     | 3 for mentioning experience, up to 7 more by years (twenty or more give 7)        |
 * | modality   | 8      | offers the wanted kind of lessons (2 otherwise)                                   |
 *
 * A higher factor never lowers another; equal scores are ordered by rank. All arithmetic uses whole numbers, so that
 * server and phone get identical results.
 */
import { yearsIn } from './experience.ts';
import { isHere, ratingStrength, teaches } from './shortlist.ts';
import type { Candidate, MatchLead } from './types.ts';
import { agreement, wantedModality } from './words.ts';

export const POINTS = {
  style: 35_000,
  rating: 20_000,
  city: 15_000,
  goals: 12_000,
  experience: 10_000,
  modality: 8_000,
} as const;

export type Factor = keyof typeof POINTS;

export interface Score {
  candidate: Candidate;
  /** Thousandths of a point, 0 to 100,000. */
  total: number;
  /** Whole number, 0 to 100. */
  percentage: number;
  points: Record<Factor, number>;
  years: number | null;
  /** Topics found both in the goals and in the profile; null without goals. */
  shared: string[] | null;
}

const WORST_STRENGTH = 30_000;
const BEST_STRENGTH = 50_000;
const TOLD = 3_000;
const PER_YEAR = 350;
const MOST_YEARS = 20;
const OTHER_MODALITY = 2_000;

export function score(lead: MatchLead, candidate: Candidate): Score {
  const goals = lead.goals ?? '';
  const profile = [candidate.bio, candidate.experience, candidate.neighborhood].join(' \n ');
  const { share, shared } = agreement(goals, profile);
  const years = yearsIn(candidate.experience, lead.year);
  const points: Record<Factor, number> = {
    style: teaches(lead, candidate) ? POINTS.style : 0,
    city: isHere(lead, candidate) ? POINTS.city : 0,
    rating: ratingPoints(candidate),
    experience: candidate.experience.trim() === '' ? 0 : TOLD + Math.min(years ?? 0, MOST_YEARS) * PER_YEAR,
    goals: share === null ? POINTS.goals / 2 : Math.floor((POINTS.goals * share) / 1_000),
    modality: candidate.modalities.includes(wantedModality(goals)) ? POINTS.modality : OTHER_MODALITY,
  };
  const total = Object.values(points).reduce((sum, value) => sum + value, 0);
  return {
    candidate,
    total,
    percentage: Math.round(total / 1_000),
    points,
    years,
    shared: share === null ? null : shared,
  };
}

function ratingPoints({ ratingAverage, ratingCount }: Candidate): number {
  const strength = ratingStrength(ratingAverage, ratingCount);
  const within = Math.min(Math.max(strength, WORST_STRENGTH), BEST_STRENGTH) - WORST_STRENGTH;
  return Math.floor((POINTS.rating * within) / (BEST_STRENGTH - WORST_STRENGTH));
}

/** Best first. */
export function ranked(lead: MatchLead, candidates: readonly Candidate[]): Score[] {
  return candidates
    .map((candidate) => score(lead, candidate))
    .sort((a, b) => b.total - a.total || (a.candidate.rank < b.candidate.rank ? -1 : 1));
}
