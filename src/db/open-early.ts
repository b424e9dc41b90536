/** Imported before anything else: the browser opens the stored record while it still evaluates React. */
import { catalogStore } from './catalog';

void catalogStore.open();
