/** What another app has shared with ours (the manifest's `share_target`): which page of ours is meant, if any. Pure. */

export interface Shared {
  title: string | null;
  text: string | null;
  url: string | null;
}

export type SharedLink =
  /** Path and query of a page of ours. */
  | { kind: 'ours'; path: string }
  /** An address, but of another site or none that can be opened. */
  | { kind: 'foreign' }
  /** Ours, but no page that is shared. */
  | { kind: 'unknown' }
  | { kind: 'none' };

/** What people share: pages of people and texts. Never an account's, whose addresses may carry keys. */
export const SHARED_PAGES = [
  /^\/teachers\/[^/]+$/,
  /^\/comunidade(\/(mural|eventos|bailudos|bailudo\/[^/]+))?$/,
  /^\/student\/profile\/[^/]+$/,
  /^\/blog(\/[^/]+)?$/,
  /^\/(forro|zouk|samba)\/[^/]+$/,
  /^\/(search|encontrar-professor|duvidas|biblioteca-passos|campanha|apoiadores|patrocinadores)$/,
  /^\/(festivais-forro|congressos-zouk|congressos-samba|cadastrar-professor)$/,
  /^\/(aulas-particulares-de-danca|aprenda-a-dancar-com-professores-particulares)$/,
  /^\/$/,
];

/** Longer than any address of ours. */
const LONGEST = 2_000;
const ADDRESS = /https?:\/\/[^\s<>"']+/gi;

/** `origins`: where the app is published and where it runs. Android often puts the address into the text. */
export function sharedLink({ url, text, title }: Shared, origins: readonly string[]): SharedLink {
  const found = [url, text, title].flatMap((part) => part?.slice(0, LONGEST).match(ADDRESS) ?? []);
  if (found.length === 0) return { kind: 'none' };
  const ours = found.flatMap((address) => pathOf(address, origins) ?? []);
  const shared = ours.find((path) => SHARED_PAGES.some((page) => page.test(path.split('?')[0] ?? '')));
  if (shared) return { kind: 'ours', path: shared };
  return { kind: ours.length > 0 ? 'unknown' : 'foreign' };
}

/** Path and query of an address on one of the origins, else null; what follows '#' is left behind. */
function pathOf(address: string, origins: readonly string[]): string | null {
  // The sentence that it stood in.
  const bare = address.replace(/[.,;:!?)\]]+$/, '');
  let parsed: URL;
  try {
    parsed = new URL(bare);
  } catch {
    return null;
  }
  if (parsed.username || parsed.password) return null;
  // Only the host counts: shared links lose and gain their 's'.
  if (!origins.some((origin) => new URL(origin).host === parsed.host)) return null;
  const path = parsed.pathname.replace(/(.)\/+$/, '$1');
  return path.startsWith('//') ? null : path + parsed.search;
}
