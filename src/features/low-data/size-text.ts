const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '3,4 MB' for bytes; kilobytes below one megabyte. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.round(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${number.format(bytes / 1e6)} MB` : `${number.format(bytes / 1e9)} GB`;
}
