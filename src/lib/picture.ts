/**
 * Makes a photo small enough to send from a phone. Drawing it again also removes the camera's metadata: place, time,
 * device.
 */
import { isTooLarge, readPicture } from '@pictures/read-picture';
import { PICTURE_SIZES, type PictureSize, SIZES } from './picture-sizes';

export const PICTURE = {
  /** Pixels of the longer edge. */
  edge: 1024,
  /** The maximum of bytes per file. */
  bytes: PICTURE_SIZES.page.bytes,
} as const;

export interface Size {
  width: number;
  height: number;
}

const QUALITIES = [0.86, 0.76, 0.66, 0.56] as const;
const SMALLER = 0.75;
const SMALLEST = 128;

/** The size in whole pixels that fits into a square of `edge`, with the same proportions; never enlarged. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size with the same proportions whose shorter edge is at most `edge`; never enlarged. */
export function fitShorter(size: Size, edge: number): Size {
  const shorter = Math.min(size.width, size.height);
  return shorter <= edge ? size : fitWithin(size, (Math.max(size.width, size.height) * edge) / shorter);
}

/**
 * Encodes at falling quality, then at falling size, until the result has at most `bytes`; else returns the smallest
 * result. `encode` resolves to null when it cannot.
 */
export async function encodeWithin<T extends { size: number }>(
  encode: (size: Size, quality: number) => Promise<T | null>,
  size: Size,
  bytes: number,
): Promise<T | null> {
  let smallest: T | null = null;
  let now = size;
  for (;;) {
    for (const quality of QUALITIES) {
      const result = await encode(now, quality);
      if (!result) return smallest;
      if (!smallest || result.size < smallest.size) smallest = result;
      if (result.size <= bytes) return result;
    }
    if (Math.max(now.width, now.height) <= SMALLEST) return smallest;
    now = fitWithin(now, Math.max(now.width, now.height) * SMALLER);
  }
}

/** A picture in every stored size. All files have one type. */
export type PictureFiles = Record<PictureSize, Blob>;

/** Why a file is not taken. 'too-large': it has more pixels than the server takes of any picture. */
export type PictureProblem = 'type' | 'unreadable' | 'too-large';

export type PreparedPicture = { kind: 'ok'; files: PictureFiles } | { kind: PictureProblem };

/** A part of a picture, in its pixels once it stands upright. */
export interface Area {
  left: number;
  top: number;
  edge: number;
}

/**
 * Whether a file has more pixels than the server takes of any picture. Asked before the file is shown, which takes four
 * bytes a pixel. False for types that the server does not store; `preparePicture` looks at those once they are read.
 */
export async function hasTooManyPixels(file: Blob): Promise<boolean> {
  const read = readPicture(new Uint8Array(await file.arrayBuffer()));
  return read.kind === 'picture' && isTooLarge(read.header);
}

/**
 * WebP where the browser writes it, else JPEG; upright, in the proportion in which it was taken, or the square `area`
 * of it.
 */
export async function preparePicture(file: Blob, area: Area | null = null): Promise<PreparedPicture> {
  // Some pickers name no type: whether it is a picture shows when it is read.
  if (file.type !== '' && !file.type.startsWith('image/')) return { kind: 'type' };
  try {
    if (await hasTooManyPixels(file)) return { kind: 'too-large' };
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    if (isTooLarge(picture)) {
      picture.close();
      return { kind: 'too-large' };
    }
    const files = await shrink(area === null ? picture : await cut(picture, area));
    return files ? { kind: 'ok', files } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** In two steps: browsers differ in whether an area counts before or after turning upright. */
async function cut(picture: ImageBitmap, { left, top, edge }: Area): Promise<ImageBitmap> {
  const length = Math.max(1, Math.round(edge));
  try {
    return await createImageBitmap(picture, Math.round(left), Math.round(top), length, length);
  } finally {
    picture.close();
  }
}

async function shrink(picture: ImageBitmap): Promise<PictureFiles | null> {
  const page = fitWithin(picture, PICTURE.edge);
  const files: Partial<PictureFiles> = {};
  try {
    // In sequence: a small phone has the memory for one canvas only.
    for (const name of SIZES) {
      const { edge, bytes } = PICTURE_SIZES[name];
      const size = edge === null ? page : fitShorter(page, edge);
      const file = await encodeWithin((now, quality) => draw(picture, now, quality), size, bytes);
      if (!file) return null;
      files[name] = file;
    }
    const { thumbnail, card, page: whole } = files;
    return thumbnail && card && whole ? { thumbnail, card, page: whole } : null;
  } finally {
    picture.close();
  }
}

async function draw(picture: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // Transparent pixels would be black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const webp = await encoded(canvas, 'image/webp', quality);
  // Safari returns a PNG for formats that it cannot write.
  return webp?.type === 'image/webp' ? webp : encoded(canvas, 'image/jpeg', quality);
}

function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
