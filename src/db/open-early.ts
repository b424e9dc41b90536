/**
 * Imported before anything else: the browser opens the stored record while it still evaluates React. Not behind a drawn
 * page, which shows its results already and is held up by everything that this task does.
 */
import { catalogStore } from './catalog';

if (!document.querySelector('html:not([data-asks]) #root[data-prerendered]')) void catalogStore.open();
