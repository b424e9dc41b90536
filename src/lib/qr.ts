import { encode } from 'uqr';

/**
 * The modules of a QR code, true for dark, including the quiet zone that readers need. Error correction restores up to
 * a quarter.
 */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'Q', border: 4 }).data;
}

/** One SVG path of all dark modules; a module is one unit. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}
