/**
 * Reads the header of a picture, without decoding it: a file of a few kilobytes can hold a picture that takes gigabytes to
 * show. The server reads what is uploaded, the phone what is chosen. Sources: PNG (https://www.w3.org/TR/png-3/#5DataRep),
 * JPEG (ITU-T T.81, annex B), WebP (https://developers.google.com/speed/webp/docs/riff_container).
 */

/** Pixels: of the whole picture, of a side, and of a side of a file whose name promises a size made on the phone. */
export const PICTURE_LIMITS = { pixels: 40_000_000, side: 12_000, madeSide: 2_048 } as const;

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface PictureHeader {
  type: PictureType;
  width: number;
  height: number;
}

/** 'none': no PNG, JPEG or WebP. 'cut': begins like one, but its parts do not reach its end. */
export type ReadPicture = { kind: 'picture'; header: PictureHeader } | { kind: 'none' } | { kind: 'cut' };

export type PictureFault = 'no_picture' | 'cut' | 'other_type' | 'too_many_pixels';

/** The names that src/lib/picture-sizes.ts gives: `<UUID>-p.webp`, with `t` and `c` beside it. */
const MADE = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}-[tcp]\.(?:webp|jpg)$/;

/** The reason to refuse a file of this `name` that claims the type `claimed`; null: none. */
export function pictureFault(bytes: Uint8Array, claimed: string, name: string): PictureFault | null {
  const read = readPicture(bytes);
  if (read.kind === 'none') return 'no_picture';
  if (read.kind === 'cut') return 'cut';
  if (read.header.type !== claimed.trim().toLowerCase()) return 'other_type';
  return isTooLarge(read.header, MADE.test(name)) ? 'too_many_pixels' : null;
}

/** `isMade`: a file whose name promises that the phone has made it small. */
export function isTooLarge({ width, height }: { width: number; height: number }, isMade = false): boolean {
  const side = isMade ? PICTURE_LIMITS.madeSide : PICTURE_LIMITS.side;
  return Math.max(width, height) > side || width * height > PICTURE_LIMITS.pixels;
}

export function readPicture(bytes: Uint8Array): ReadPicture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, PNG)) return readPng(view);
  if (startsWith(bytes, JPEG)) return readJpeg(bytes, view);
  if (textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP') return readWebp(view);
  return { kind: 'none' };
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

const startsWith = (bytes: Uint8Array, beginning: readonly number[]) =>
  beginning.every((byte, at) => bytes[at] === byte);

/** Four characters; empty past the end. */
function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((more) => view.getUint8(at + more)));
}

const CUT: ReadPicture = { kind: 'cut' };

function found(type: PictureType, width: number, height: number): ReadPicture {
  return width > 0 && height > 0 ? { kind: 'picture', header: { type, width, height } } : { kind: 'none' };
}

/** Chunks: length, name, content, check sum. */
function readPng(view: DataView): ReadPicture {
  if (view.byteLength < 33) return CUT;
  if (textAt(view, 12) !== 'IHDR' || view.getUint32(8) !== 13) return { kind: 'none' };
  let hasPixels = false;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = textAt(view, at + 4);
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND')
      return hasPixels ? found('image/png', view.getUint32(16), view.getUint32(20)) : { kind: 'none' };
  }
  return CUT;
}

/** Segments: 0xff, marker, length, content. After a start of scan come bytes without a length. */
function readJpeg(bytes: Uint8Array, view: DataView): ReadPicture {
  let [width, height] = [0, 0];
  let hasPixels = false;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return { kind: 'none' };
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker === 0xd9) {
      return hasPixels ? found('image/jpeg', width, height) : { kind: 'none' };
    } else {
      if (at + 4 > bytes.length) return CUT;
      const next = at + 2 + view.getUint16(at + 2);
      if (next > bytes.length) return CUT;
      if (isStartOfFrame(marker)) {
        if (at + 9 > bytes.length) return CUT;
        // A decoder may take any frame of several.
        height = Math.max(height, view.getUint16(at + 5));
        width = Math.max(width, view.getUint16(at + 7));
      }
      if (marker === 0xda) hasPixels = true;
      at = marker === 0xda ? endOfScan(bytes, next) : next;
    }
  }
  return CUT;
}

/** 0xc0 to 0xcf, without the tables and the extension among them. */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the next marker begins; the length without one. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Chunks of RIFF: name, length, content, filled up to an even length. */
function readWebp(view: DataView): ReadPicture {
  if (view.byteLength < 30) return CUT;
  const end = 8 + view.getUint32(4, true);
  if (end > view.byteLength) return CUT;
  const sides = { width: 0, height: 0 };
  const hasPixels = webpChunks(view, 12, end, sides);
  if (hasPixels === null) return CUT;
  return hasPixels ? found('image/webp', sides.width, sides.height) : { kind: 'none' };
}

/** Widens `sides` by what the chunks say. Resolves to whether there are pixels; null for a cut chunk. */
function webpChunks(
  view: DataView,
  from: number,
  end: number,
  sides: { width: number; height: number },
): boolean | null {
  let hasPixels = false;
  for (let at = from; at + 8 <= end; ) {
    const name = textAt(view, at);
    const length = view.getUint32(at + 4, true);
    const [content, next] = [at + 8, at + 8 + length];
    if (next > end) return null;
    const size = webpSize(view, name, content, length);
    if (size === null) return null;
    sides.width = Math.max(sides.width, size.width);
    sides.height = Math.max(sides.height, size.height);
    if (name === 'VP8 ' || name === 'VP8L') hasPixels = true;
    if (name === 'ANMF') {
      const frame = webpChunks(view, content + 16, next, sides);
      if (frame === null) return null;
      hasPixels ||= frame;
    }
    at = next + (length % 2);
  }
  return hasPixels;
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

/** Null: shorter than its kind needs. Nothing for kinds without a size. */
function webpSize(view: DataView, name: string, at: number, length: number) {
  if (name === 'VP8 ') {
    if (length < 10) return null;
    return { width: view.getUint16(at + 6, true) & 0x3fff, height: view.getUint16(at + 8, true) & 0x3fff };
  }
  if (name === 'VP8L') {
    if (length < 5) return null;
    const bits = view.getUint32(at + 1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (name === 'VP8X' || name === 'ANMF') {
    const offset = name === 'VP8X' ? 4 : 6;
    if (length < (name === 'VP8X' ? 10 : 16)) return null;
    return { width: uint24(view, at + offset) + 1, height: uint24(view, at + offset + 3) + 1 };
  }
  return { width: 0, height: 0 };
}
