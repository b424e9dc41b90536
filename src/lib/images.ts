import { env } from './env';
import { readSizedName, sizeFor } from './picture-sizes';

/** Pixels of the box that the picture fills, at a density of one. */
export interface ImageBox {
  width: number;
  height: number;
}

/** The attributes of an `img`. */
export interface PictureSource {
  src: string;
  srcSet?: string;
}

const PUBLIC = '/storage/v1/object/public/';
const RENDER = '/storage/v1/render/image/public/';
const QUALITY = 85;
/** The shape of uploads' paths. Parsing URLs is slow, and each keystroke of the search draws several pictures. */
const PLAIN = /^\/storage\/v1\/object\/public(?:\/\w[\w.-]*)+$/;

/**
 * The address of a stored picture for a box of this size: resized and compressed by the storage's transform
 * (specification 001 §7) where that is switched on, otherwise one of the stored sizes, or the file itself. `path` comes
 * from the database: a path from the backend's root, or an absolute URL. Addresses outside our storage are returned
 * unchanged, since they have no sizes.
 */
export function imageUrl(path: string, box: ImageBox, resize = 'cover'): string {
  if (!env.imageTransform) return storedImage(path, box);
  if (PLAIN.test(path))
    return here(`${RENDER}${path.slice(PUBLIC.length)}?${new URLSearchParams(cut(box, resize))}`);
  const url = ownAddress(path);
  if (!url) return path;
  url.pathname = RENDER + url.pathname.slice(PUBLIC.length);
  for (const [name, value] of Object.entries(cut(box, resize))) url.searchParams.set(name, value);
  return here(url.pathname + url.search);
}

/** Like `imageUrl`, but whole, and without the transform where the picture has stored sizes: the one that fills the box. */
export function storedImage(path: string, box: ImageBox): string {
  const own = ownPath(path);
  if (own === null) return path;
  const sized = readSizedName(own);
  return sized || !env.imageTransform ? here(sized?.in(sizeFor(box)) ?? own) : imageUrl(path, box, 'contain');
}

/** The path from the backend's root; null for an address outside our storage. */
function ownPath(path: string): string | null {
  if (PLAIN.test(path)) return path;
  const url = ownAddress(path);
  return url && url.pathname + url.search;
}

function ownAddress(path: string): URL | null {
  try {
    const url = new URL(path, env.supabaseUrl);
    return url.origin === new URL(env.supabaseUrl).origin && url.pathname.startsWith(PUBLIC) ? url : null;
  } catch {
    return null;
  }
}

function cut({ width, height }: ImageBox, resize: string): Record<string, string> {
  return {
    width: String(Math.round(width)),
    height: String(Math.round(height)),
    quality: String(QUALITY),
    resize,
  };
}

/** The address of an unchanged stored file, from its path in our storage. */
export function storedAddress(path: string): string {
  return here(path);
}

/** Without an origin on prerendered pages, whose origin is not known yet. */
function here(path: string): string {
  return env.backendHere ? path : env.supabaseUrl + path;
}

/** The picture for displays with one and two device pixels per CSS pixel; `address` is imageUrl or storedImage. */
export function imageSource(path: string, box: ImageBox, address = imageUrl): PictureSource {
  const src = address(path, box);
  const double = address(path, { width: box.width * 2, height: box.height * 2 });
  return src === double ? { src } : { src, srcSet: `${src} 1x, ${double} 2x` };
}

/**
 * The addresses to try one after the other: the fitting size, then the page size, in case another is missing or the
 * transform does not work. Never the original of a picture that the storage resizes: its pixels may fill the memory.
 */
export function imageSources(path: string, box: ImageBox, address = imageUrl): PictureSource[] {
  const fitting = imageSource(path, box, address);
  const own = ownPath(path);
  if (own === null || readSizedName(own) === null) return [fitting];
  const page = here(own);
  return page === fitting.src && fitting.srcSet === undefined ? [fitting] : [fitting, { src: page }];
}
