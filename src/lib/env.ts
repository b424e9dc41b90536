/**
 * The build's configuration. Checked when the app is built (scripts/client-env.ts), so that the phone needs no schema
 * library.
 */
const LOCAL = 'http://localhost:4000';
const here = globalThis.location?.origin ?? LOCAL;

export const env = {
  /** Origin of the backend, without a slash at the end. */
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || here).replace(/\/+$/, ''),
  /** The backend has the page's origin: its addresses are written without an origin. */
  backendHere: !import.meta.env.VITE_SUPABASE_URL,
  supabaseAnonKey: import.meta.env.VITE_SUPABASE_ANON_KEY || 'sb_publishable_danceflix_local',
  /** The origin of shared links. When it is not configured, the origin of this page: never a port without a server. */
  siteUrl: (import.meta.env.VITE_SITE_URL || here).replace(/\/+$/, ''),
  /** The same as known at build time: used in prerendered pages. */
  builtFor: import.meta.env.VITE_SITE_URL || LOCAL,
  /** Digits with country code, or null when the team has none. */
  teamWhatsapp: (import.meta.env.VITE_TEAM_WHATSAPP || null) as string | null,
  /** The person or company that runs the site. A build for a public address refuses to begin without all four. */
  operator: {
    name: import.meta.env.VITE_OPERATOR_NAME || 'Danceflix (demonstração)',
    /** CNPJ or CPF, as written on the page. */
    taxId: import.meta.env.VITE_OPERATOR_TAX_ID || '00.000.000/0000-00',
    address: import.meta.env.VITE_OPERATOR_ADDRESS || 'Rua do Exemplo, 100, Vitória, ES',
    email: import.meta.env.VITE_OPERATOR_EMAIL || 'contato@danceflix.example',
  },
  /**
   * Whether the storage resizes pictures on request. Hosted Supabase charges for each picture, so this has to be
   * switched on.
   */
  imageTransform: import.meta.env.VITE_IMAGE_TRANSFORM === 'on',
  shareImage: import.meta.env.VITE_SHARE_IMAGE || '/share.png',
  /** The Firebase project for push notifications: complete or, without keys, empty texts. */
  firebase: {
    apiKey: import.meta.env.VITE_FIREBASE_API_KEY || '',
    projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID || '',
    messagingSenderId: import.meta.env.VITE_FIREBASE_SENDER_ID || '',
    appId: import.meta.env.VITE_FIREBASE_APP_ID || '',
    vapidKey: import.meta.env.VITE_FIREBASE_VAPID_KEY || '',
  },
};
