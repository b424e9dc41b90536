/** What the build inlines into the worker. */
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
