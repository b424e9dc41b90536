/** Import first: removes a link's tokens from the address before other code can read it. */
import { takeArrival } from './arrival';

takeArrival();
// A link pasted into an open tab changes only the hash. The router learns of navigations through popstate.
window.addEventListener('hashchange', () => {
  const before = location.href;
  takeArrival();
  if (location.href !== before) dispatchEvent(new PopStateEvent('popstate', { state: null }));
});
