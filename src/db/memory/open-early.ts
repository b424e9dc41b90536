/**
 * Imported before anything else: the browser opens the stored record while it still evaluates React. Not on a
 * prerendered page, which shows its results already and would only be delayed by this task.
 */
import { catalogStore } from './catalog';

if (!document.querySelector('html:not([data-asks]) #root[data-prerendered]')) void catalogStore.open();
