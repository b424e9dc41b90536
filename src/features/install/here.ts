import { installState } from './state';
import { type Way, wayIn } from './way';

export function wayHere(): Way {
  return wayIn({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    hasPrompt: installState.getState().prompt !== null,
  });
}
