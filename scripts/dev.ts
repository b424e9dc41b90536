import { createServer } from 'vite';
import { main } from '../supabase/embedded/main.ts';

/** `npm run dev`: the same product, with the app from its sources and reloaded as they change. */
await main({
  fallback: async (server) => {
    const vite = await createServer({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } });
    server.on('close', () => void vite.close());
    return vite.middlewares;
  },
});
