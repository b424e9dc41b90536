import sharp from 'sharp';

/**
 * Converts the file into which `Xvfb -fbdir` draws a 24-bit screen to PNG. The format is X's window
 * dump (X11/XWDFile.h): a header of 25 big-endian words, then the colour map, then rows of B, G, R
 * and a spare byte.
 */
export function pngOfScreen(dump: Buffer): Promise<Buffer> {
  const word = (at: number) => dump.readUInt32BE(at * 4);
  const [headerSize, width, height, bytesPerRow, colours] = [word(0), word(4), word(5), word(12), word(19)];
  const COLOUR_SIZE = 12;
  const start = headerSize + colours * COLOUR_SIZE;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = start + y * bytesPerRow + x * 4;
      const to = (y * width + x) * 3;
      pixels[to] = dump.readUInt8(from + 2);
      pixels[to + 1] = dump.readUInt8(from + 1);
      pixels[to + 2] = dump.readUInt8(from);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
