import { createServer } from 'vite';
import { main } from '../supabase/embedded/main.ts';

/** `npm run dev`: the product with the app served from its sources and reloaded on changes. */
await main({
  fallback: async (server) => {
    const vite = await createServer({ appType: 'spa', server: { middlewareMode: true, hmr: { server } } });
    server.on('close', () => void vite.close());
    return vite.middlewares;
  },
});
