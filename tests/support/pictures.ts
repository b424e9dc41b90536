/** Pictures for tests of uploads: honest ones of each type, and files that claim to be pictures. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** A picture of one colour. */
export function picture(type: PictureType, width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#8a1046' } })
    .toFormat(type === 'image/png' ? 'png' : type === 'image/jpeg' ? 'jpeg' : 'webp')
    .toBuffer();
}

/** A grey PNG, one bit a pixel, as small as it can be: 16,000 × 16,000 take some 30 kB. */
export function pngBomb(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Files that are refused, by what is wrong with them. */
export async function falsePictures(): Promise<[what: string, body: Buffer, claimed: PictureType][]> {
  const honest = await Promise.all(PICTURE_TYPES.map((type) => picture(type, 400, 300)));
  return [
    ['16,000 × 16,000 pixels', pngBomb(16_000, 16_000), 'image/png'],
    ['41 megapixels', pngBomb(6_400, 6_407), 'image/png'],
    ['a side of 12,001', pngBomb(12_001, 8), 'image/png'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['text', Buffer.from('oi'), 'image/jpeg'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/webp'],
    ['zeros', Buffer.alloc(5_000), 'image/webp'],
    ...honest.map((body, at) => {
      const type = PICTURE_TYPES[at] ?? 'image/png';
      return [`a cut ${type}`, body.subarray(0, body.length - 9), type] satisfies [
        string,
        Buffer,
        PictureType,
      ];
    }),
    ...honest.map((body, at) => {
      const type = PICTURE_TYPES[(at + 1) % 3] ?? 'image/png';
      return [`another type than ${type}`, body, type] satisfies [string, Buffer, PictureType];
    }),
  ];
}
