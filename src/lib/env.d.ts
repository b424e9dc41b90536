interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_ANON_KEY?: string;
  readonly VITE_SITE_URL?: string;
  readonly VITE_TEAM_WHATSAPP?: string;
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_TAX_ID?: string;
  readonly VITE_OPERATOR_ADDRESS?: string;
  readonly VITE_OPERATOR_EMAIL?: string;
  readonly VITE_SHARE_IMAGE?: string;
  readonly VITE_IMAGE_TRANSFORM?: string;
  readonly VITE_FIREBASE_API_KEY?: string;
  readonly VITE_FIREBASE_PROJECT_ID?: string;
  readonly VITE_FIREBASE_SENDER_ID?: string;
  readonly VITE_FIREBASE_APP_ID?: string;
  readonly VITE_FIREBASE_VAPID_KEY?: string;
}

declare module '*.txt?url' {
  /** The address of the file. */
  const address: string;
  export default address;
}
