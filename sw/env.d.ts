/** What the build inlines into the worker. */
interface ImportMetaEnv {
  readonly DEV: boolean;
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_SITE_URL?: string;
  readonly VITE_TEAM_WHATSAPP?: string;
  readonly VITE_SHARE_IMAGE?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
