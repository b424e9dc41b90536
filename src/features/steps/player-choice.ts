import { fieldsOf, isNumber, stored } from '@/lib/stored';
import { PACE, type Rhythm } from './beat';

export interface PlayerChoice {
  pace: number;
  rhythm: Rhythm;
  sound: boolean;
}

/** How the count player was used last on this phone. */
export const playerChoice = stored<PlayerChoice>('danceflix_count_player', (value) => {
  const { pace, rhythm, sound } = fieldsOf(value);
  if (!isNumber(pace)) return null;
  return {
    pace: Math.min(PACE.most, Math.max(PACE.least, Math.round(pace))),
    rhythm: rhythm === 'zabumba' ? 'zabumba' : 'counts',
    sound: sound !== false,
  };
});
