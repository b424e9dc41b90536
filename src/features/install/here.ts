import { touchPoints, userAgent } from '@/lib/browser/device';
import { installState } from './state';
import { type Way, wayIn } from './way';

export function wayHere(): Way {
  return wayIn({
    userAgent: userAgent(),
    touchPoints: touchPoints(),
    hasPrompt: installState.getState().prompt !== null,
  });
}
