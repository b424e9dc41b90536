/** The way to install the app on this device, derived from the user agent. Pure. */
export type Way =
  /** Through the browser's install prompt. */
  | { kind: 'native' }
  /** By hand, through the share sheet. */
  | { kind: 'ios'; browser: 'safari' | 'other' }
  /** The page runs inside another app, which cannot install anything. */
  | { kind: 'in-app'; app: string; system: 'android' | 'ios' }
  /** By hand, through the browser's menu. */
  | { kind: 'menu'; system: 'android' | 'computer' };

export interface Browser {
  userAgent: string;
  /** Tells an iPad, which calls itself a Mac, from a Mac: only its screen has several touch points. */
  touchPoints: number;
  /** The browser has fired its install prompt. */
  hasPrompt: boolean;
}

const INSIDE: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBAN\/Messenger|\bMessengerForiOS|\borca\b/i, 'Messenger'],
  [/\bFBA[NV]\b|\bFB_IAB\b|\bFBIOS\b/, 'Facebook'],
  [/musical_ly|BytedanceWebview|\bTikTok\b/i, 'TikTok'],
];
const WEB_VIEW = /; wv\)/;

export function wayIn({ userAgent, touchPoints, hasPrompt }: Browser): Way {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  const isAndroid = /Android/.test(userAgent);
  const inside = INSIDE.find(([mark]) => mark.test(userAgent))?.[1];
  if (inside && (isIos || isAndroid))
    return { kind: 'in-app', app: inside, system: isIos ? 'ios' : 'android' };
  if (isAndroid && WEB_VIEW.test(userAgent))
    return { kind: 'in-app', app: 'outro aplicativo', system: 'android' };
  if (hasPrompt) return { kind: 'native' };
  if (isIos) return { kind: 'ios', browser: /CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent) ? 'other' : 'safari' };
  return { kind: 'menu', system: isAndroid ? 'android' : 'computer' };
}

/** Intent that opens the page in the device's browser; where none accepts it, the page opens in place. */
export function intentLink(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const fallback = encodeURIComponent(`${protocol}//${host}${pathname}${search}`);
  const parts = [`scheme=${protocol.slice(0, -1)}`, 'action=android.intent.action.VIEW'];
  return `intent://${host}${pathname}${search}#Intent;${parts.join(';')};S.browser_fallback_url=${fallback};end`;
}
