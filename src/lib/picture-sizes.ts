/**
 * The sizes of an uploaded picture. They are made on the phone, because resizing on the server costs money for each
 * picture. Each is a file of its own in the same folder:
 *
 *   <id>-p.webp  page: what the database names
 *   <id>-c.webp  card
 *   <id>-t.webp  thumbnail
 *
 * The name tells that the other sizes exist: older, demo and foreign pictures have only one.
 */
export const PICTURE_SIZES = {
  /** Pixels of the shorter edge, and bytes. For the page size it is the longer edge; see PICTURE. */
  thumbnail: { letter: 't', edge: 192, bytes: 24 * 1024 },
  card: { letter: 'c', edge: 384, bytes: 80 * 1024 },
  page: { letter: 'p', edge: null, bytes: 300 * 1024 },
} as const;

export type PictureSize = keyof typeof PICTURE_SIZES;

/** From the smallest to the largest. */
export const SIZES = ['thumbnail', 'card', 'page'] as const satisfies readonly PictureSize[];

const NAME = /^(.*[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})-([tcp])(\.(?:webp|jpg))$/;

/** The file name of one size of a new picture; `ending` without a dot. */
export function sizeName(id: string, size: PictureSize, ending: string): string {
  return `${id}-${PICTURE_SIZES[size].letter}.${ending}`;
}

export interface SizedName {
  size: PictureSize;
  /** The same picture in another size. */
  in(size: PictureSize): string;
}

/** Reads a path or address without a query; null where the picture has only one size. */
export function readSizedName(name: string): SizedName | null {
  const [, id, letter, ending] = NAME.exec(name) ?? [];
  const size = SIZES.find((one) => PICTURE_SIZES[one].letter === letter);
  if (id === undefined || ending === undefined || size === undefined) return null;
  return { size, in: (other) => `${id}-${PICTURE_SIZES[other].letter}${ending}` };
}

/** All files of a stored picture, including itself. */
export function filesOf(name: string): string[] {
  const sized = readSizedName(name);
  return sized ? SIZES.map((size) => sized.in(size)) : [name];
}

/** The smallest size that fills a box of this many device pixels, for portrait and landscape pictures alike. */
export function sizeFor({ width, height }: { width: number; height: number }): PictureSize {
  const longer = Math.max(width, height);
  if (longer <= PICTURE_SIZES.thumbnail.edge) return 'thumbnail';
  return longer <= PICTURE_SIZES.card.edge ? 'card' : 'page';
}
