/**
 * Types of the matching of leads with teachers. The function ai-teacher-match and the phone run these same files, so
 * they import from neither side, read no clock and know no data source.
 */

/** The wishes of a lead, without personal data. */
export interface MatchLead {
  /** null when the wanted city is not in the table; `styleId` likewise. */
  cityId: string | null;
  styleId: string | null;
  cityName: string;
  styleName: string;
  goals: string | null;
  /** Year of the lead, for texts like "desde 2010". */
  year: number;
}

/** The fields of a listing that choosing candidates needs. */
export interface Listed {
  id: string;
  /** Sort key of all lists: ascending, unique. */
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
  /** Whole number, 0 to 100. */
  matchPercentage: number;
  /** In Portuguese. */
  justification: string;
}

export interface Matches {
  /** null when the city has no teacher. */
  cityMatch: TeacherMatch | null;
  /** Best match from outside the city. */
  brazilMatch: TeacherMatch | null;
}
