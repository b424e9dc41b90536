/**
 * Matching a lead with teachers. The function ai-teacher-match and the phone run these same files, so nothing here
 * imports from either side, reads a clock or knows where rows come from.
 */

/** What somebody looks for, without who it is. */
export interface MatchLead {
  /** null: a city or style that nobody knows. */
  cityId: string | null;
  styleId: string | null;
  cityName: string;
  styleName: string;
  goals: string | null;
  /** Of the lead, for texts like "desde 2010". */
  year: number;
}

/** As much of a listing as choosing candidates needs. */
export interface Listed {
  id: string;
  /** Order of all lists: ascending, unique. */
  rank: string;
  cityId: string | null;
  styleIds: readonly string[];
  ratingAverage: number | null;
  ratingCount: number;
}

export interface Candidate extends Listed {
  bio: string;
  experience: string;
  neighborhood: string;
  modalities: readonly string[];
}

export interface TeacherMatch {
  teacherId: string;
  /** Whole, 0 to 100. */
  matchPercentage: number;
  /** In Portuguese. */
  justification: string;
}

export interface Matches {
  /** null: nobody teaches in that city. */
  cityMatch: TeacherMatch | null;
  /** From outside that city. */
  brazilMatch: TeacherMatch | null;
}
