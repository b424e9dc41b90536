/** A thread does not read TypeScript because the one that started it does. */
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');
