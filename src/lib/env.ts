/**
 * What the build was told about its surroundings. Checked when the app is built (scripts/client-env.ts), so that no
 * schema library travels to the phone.
 */
const LOCAL = 'http://localhost:4000';
const here = globalThis.location?.origin ?? LOCAL;

export const env = {
  /** Origin of the backend, without a slash at the end. */
  supabaseUrl: (import.meta.env.VITE_SUPABASE_URL || here).replace(/\/+$/, ''),
  /** The backend is wherever the page came from: its addresses are written without an origin. */
  backendHere: !import.meta.env.VITE_SUPABASE_URL,
  supabaseAnonKey: import.meta.env.VITE_SUPABASE_ANON_KEY || 'sb_publishable_danceflix_local',
  /** Where shared links lead. Unset, to where this page came from: never to a port where nobody listens. */
  siteUrl: (import.meta.env.VITE_SITE_URL || here).replace(/\/+$/, ''),
  /** The same as far as the build knew: what prerendered pages say. */
  builtFor: import.meta.env.VITE_SITE_URL || LOCAL,
  /** Digits with country code, or null when the team has none. */
  teamWhatsapp: (import.meta.env.VITE_TEAM_WHATSAPP || null) as string | null,
  /** Whether the storage cuts pictures on request: paid for by the picture on hosted Supabase, so it is switched on. */
  imageTransform: import.meta.env.VITE_IMAGE_TRANSFORM === 'on',
  shareImage: import.meta.env.VITE_SHARE_IMAGE || '/share.png',
  /** The Firebase project that carries push notifications: all of it or, without keys, empty texts. */
  firebase: {
    apiKey: import.meta.env.VITE_FIREBASE_API_KEY || '',
    projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID || '',
    messagingSenderId: import.meta.env.VITE_FIREBASE_SENDER_ID || '',
    appId: import.meta.env.VITE_FIREBASE_APP_ID || '',
    vapidKey: import.meta.env.VITE_FIREBASE_VAPID_KEY || '',
  },
};
