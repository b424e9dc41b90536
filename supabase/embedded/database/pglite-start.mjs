/** Registers tsx first, because a worker thread does not inherit its parent's TypeScript loader. */
import { register } from 'tsx/esm/api';

register();
await import('./pglite-worker.ts');
