/** Making a profile picture small enough for everybody's phone, on the device that took it. */
const SIDE = 800;
const QUALITY = 0.85;
const READABLE = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

export type PreparedPicture = { kind: 'ok'; blob: Blob } | { kind: 'type' | 'unreadable' };

/** The middle square of a picture, at most 800 pixels wide, upright, without the place and time that cameras add. */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  if (!READABLE.includes(file.type)) return { kind: 'type' };
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const side = Math.min(bitmap.width, bitmap.height);
      const size = Math.min(side, SIDE);
      const canvas = document.createElement('canvas');
      canvas.width = size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      if (!context) return { kind: 'unreadable' };
      const left = (bitmap.width - side) / 2;
      const top = (bitmap.height - side) / 2;
      context.drawImage(bitmap, left, top, side, side, 0, 0, size, size);
      const blob = (await toBlob(canvas, 'image/webp')) ?? (await toBlob(canvas, 'image/jpeg'));
      return blob ? { kind: 'ok', blob } : { kind: 'unreadable' };
    } finally {
      bitmap.close();
    }
  } catch {
    return { kind: 'unreadable' };
  }
}

/** Null where the browser cannot write that type: it then gives a PNG, which for photos is huge. */
function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, QUALITY),
  );
}
