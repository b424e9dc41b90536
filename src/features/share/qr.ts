import { encode } from 'uqr';

/** The modules of a QR code, true for dark, with the quiet zone that readers need; a quarter of it may be lost. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'Q', border: 4 }).data;
}

/** One path of all dark modules, a module a unit. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}
