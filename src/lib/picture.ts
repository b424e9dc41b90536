/**
 * Making a photo small enough to send from a phone. Drawing it anew also drops what the camera wrote into the file:
 * place, time, device.
 */
export const PICTURE = {
  /** Pixels of the longer edge. */
  edge: 1024,
  /** Bytes of the file that is sent. */
  bytes: 300 * 1024,
} as const;

export interface Size {
  width: number;
  height: number;
}

const QUALITIES = [0.86, 0.76, 0.66, 0.56] as const;
const SMALLER = 0.75;
const SMALLEST = 128;

/** The size in whole pixels that fits into a square of `edge`, in the same proportion; never larger than it was. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Encodes at falling quality, then at falling size, until the result is at most `bytes`. The last resort is the
 * smallest that came out. `encode` gives null when it cannot.
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

export type PreparedPicture = { kind: 'ok'; blob: Blob } | { kind: 'type' | 'unreadable' };

/** WebP where the browser writes it, else JPEG; upright, in the proportion in which it was taken. */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  // Some pickers name no type: whether it is a picture shows when it is read.
  if (file.type !== '' && !file.type.startsWith('image/')) return { kind: 'type' };
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const blob = await shrink(picture);
    return blob ? { kind: 'ok', blob } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function shrink(picture: ImageBitmap): Promise<Blob | null> {
  try {
    return await encodeWithin(
      (size, quality) => draw(picture, size, quality),
      fitWithin(picture, PICTURE.edge),
      PICTURE.bytes,
    );
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
  // What is see-through would be black as JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  const webp = await encoded(canvas, 'image/webp', quality);
  // Safari answers with PNG instead of what it cannot write.
  return webp?.type === 'image/webp' ? webp : encoded(canvas, 'image/jpeg', quality);
}

function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
