/** Import first of all: takes what a link brought off the address before anything else can read it. */
import { takeArrival } from './arrival';

takeArrival();
// A link pasted into a tab of ours changes the hash only. The router hears of moves through popstate.
window.addEventListener('hashchange', () => {
  const before = location.href;
  takeArrival();
  if (location.href !== before) dispatchEvent(new PopStateEvent('popstate', { state: null }));
});
