/** Finds the page of this site in what another app has shared (the manifest's `share_target`). Pure. */

export interface Shared {
  title: string | null;
  text: string | null;
  url: string | null;
}

export type SharedLink =
  /** Path and query of a page of this site. */
  | { kind: 'ours'; path: string }
  /** A URL of another site, or an invalid one. */
  | { kind: 'foreign' }
  /** A URL of this site, but not of a shareable page. */
  | { kind: 'unknown' }
  | { kind: 'none' };

/** Shareable pages: people and texts. Never account pages, whose URLs may carry keys. */
export const SHARED_PAGES = [
  /^\/teachers\/[^/]+$/,
  /^\/comunidade(\/(mural|eventos(\/[^/]+)?|bailudos|bailudo\/[^/]+))?$/,
  /^\/student\/profile\/[^/]+$/,
  /^\/blog(\/[^/]+)?$/,
  /^\/(forro|zouk|samba)\/[^/]+$/,
  /^\/(search|encontrar-professor|duvidas|biblioteca-passos|campanha|apoiadores|patrocinadores)$/,
  /^\/(festivais-forro|congressos-zouk|congressos-samba|cadastrar-professor)$/,
  /^\/(aulas-particulares-de-danca|aprenda-a-dancar-com-professores-particulares)$/,
  /^\/$/,
];

/** Characters: longer than any URL of this site. */
const LONGEST = 2_000;
const ADDRESS = /https?:\/\/[^\s<>"']+/gi;

/** `origins`: where the app is published and where it runs. Android often puts the URL into the text. */
export function sharedLink({ url, text, title }: Shared, origins: readonly string[]): SharedLink {
  const found = [url, text, title].flatMap((part) => part?.slice(0, LONGEST).match(ADDRESS) ?? []);
  if (found.length === 0) return { kind: 'none' };
  const ours = found.flatMap((address) => pathOf(address, origins) ?? []);
  const shared = ours.find((path) => SHARED_PAGES.some((page) => page.test(path.split('?')[0] ?? '')));
  if (shared) return { kind: 'ours', path: shared };
  return { kind: ours.length > 0 ? 'unknown' : 'foreign' };
}

/** Path and query of a URL on one of the origins, else null; the fragment is dropped. */
function pathOf(address: string, origins: readonly string[]): string | null {
  // Strips the punctuation of a sentence around the URL.
  const bare = address.replace(/[.,;:!?)\]]+$/, '');
  let parsed: URL;
  try {
    parsed = new URL(bare);
  } catch {
    return null;
  }
  if (parsed.username || parsed.password) return null;
  // Compares hosts only: shared links may change between http and https.
  if (!origins.some((origin) => new URL(origin).host === parsed.host)) return null;
  const path = parsed.pathname.replace(/(.)\/+$/, '$1');
  return path.startsWith('//') ? null : path + parsed.search;
}
