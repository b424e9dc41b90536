import { env } from './env';

/** Pixels of the box that the picture fills, at a density of one. */
export interface ImageBox {
  width: number;
  height: number;
}

const PUBLIC = '/storage/v1/object/public/';
const RENDER = '/storage/v1/render/image/public/';
const QUALITY = 85;
/** What uploads are named like. Taking addresses apart is what costs, and a key in the search draws several pictures. */
const PLAIN = /^\/storage\/v1\/object\/public(?:\/\w[\w.-]*)+$/;

/**
 * Address of a stored picture, cut and compressed by the storage's transform (specification 001 §7).
 * `path` is what the database holds: a path from the backend's root, or an absolute URL. Addresses that do
 * not belong to our storage come back unchanged: nothing there understands the transform.
 */
export function imageUrl(path: string, box: ImageBox): string {
  if (PLAIN.test(path)) return here(`${RENDER}${path.slice(PUBLIC.length)}?${new URLSearchParams(cut(box))}`);
  let url: URL;
  try {
    url = new URL(path, env.supabaseUrl);
  } catch {
    return path;
  }
  if (url.origin !== new URL(env.supabaseUrl).origin || !url.pathname.startsWith(PUBLIC)) return path;
  url.pathname = RENDER + url.pathname.slice(PUBLIC.length);
  for (const [name, value] of Object.entries(cut(box))) url.searchParams.set(name, value);
  return here(url.pathname + url.search);
}

function cut({ width, height }: ImageBox): Record<string, string> {
  return {
    width: String(Math.round(width)),
    height: String(Math.round(height)),
    quality: String(QUALITY),
    resize: 'cover',
  };
}

/** Address of a stored file as it is, from its path in our storage. */
export function storedAddress(path: string): string {
  return here(path);
}

/** A prerendered page does not know where it will be served. */
function here(path: string): string {
  return env.backendHere ? path : env.supabaseUrl + path;
}

/** The same picture for displays of one and two device pixels per CSS pixel. */
export function imageSrcSet(path: string, box: ImageBox): string {
  const double = { width: box.width * 2, height: box.height * 2 };
  return `${imageUrl(path, box)} 1x, ${imageUrl(path, double)} 2x`;
}
