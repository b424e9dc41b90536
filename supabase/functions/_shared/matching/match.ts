import { justify } from './justify.ts';
import { ranked, type Score } from './score.ts';
import { isHere, shortlist } from './shortlist.ts';
import type { Candidate, Matches, MatchLead, TeacherMatch } from './types.ts';

export interface Sides {
  /** Best first. */
  city: Score[];
  elsewhere: Score[];
}

/** Scores the candidates, split into those of the city and those from elsewhere. */
export function sides(lead: MatchLead, candidates: readonly Candidate[]): Sides {
  const scores = ranked(lead, shortlist(lead, candidates));
  return {
    city: scores.filter(({ candidate }) => isHere(lead, candidate)),
    elsewhere: scores.filter(({ candidate }) => !isHere(lead, candidate)),
  };
}

/** The best match of the city and the best from elsewhere, by the score alone. */
export function findMatches(lead: MatchLead, candidates: readonly Candidate[]): Matches {
  const { city, elsewhere } = sides(lead, candidates);
  return { cityMatch: toMatch(lead, city[0]), brazilMatch: toMatch(lead, elsewhere[0]) };
}

export function toMatch(lead: MatchLead, found: Score | undefined): TeacherMatch | null {
  if (!found) return null;
  return {
    teacherId: found.candidate.id,
    matchPercentage: found.percentage,
    justification: justify(lead, found),
  };
}
