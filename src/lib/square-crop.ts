/** A square that is cut from a picture: which part is seen, moved and zoomed with fingers or keys. */
import type { Area, Size } from './picture';

export interface Crop {
  /** 1: as much as fits; more is nearer. */
  zoom: number;
  /** The square's middle, in pixels of the picture. */
  x: number;
  y: number;
}

/** Beyond that a phone's photo has too few pixels. */
export const MOST_ZOOM = 4;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The length of the square's edge, in pixels of the picture. */
export const edgeOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** The whole middle. */
export const startCrop = ({ width, height }: Size): Crop => ({ zoom: 1, x: width / 2, y: height / 2 });

/** The nearest crop that leaves no edge of the picture inside the square. */
export function keptInside(size: Size, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, MOST_ZOOM);
  const half = edgeOf(size, { ...crop, zoom }) / 2;
  return {
    zoom,
    x: within(crop.x, half, size.width - half),
    y: within(crop.y, half, size.height - half),
  };
}

/** Moves the picture under the square by parts of the square's edge: 1 is a whole one, to the right and down. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const edge = edgeOf(size, crop);
  return keptInside(size, { ...crop, x: crop.x - right * edge, y: crop.y - down * edge });
}

/** Zooms by a factor; the point at `at`, in parts of the edge from the middle, stays where it is. */
export function zoomed(size: Size, crop: Crop, factor: number, at = { right: 0, down: 0 }): Crop {
  const zoom = within(crop.zoom * factor, 1, MOST_ZOOM);
  const change = edgeOf(size, crop) - edgeOf(size, { ...crop, zoom });
  return keptInside(size, { zoom, x: crop.x + at.right * change, y: crop.y + at.down * change });
}

/** The square's upper left corner and edge, in pixels of the picture. */
export function areaOf(size: Size, crop: Crop): Area {
  const edge = edgeOf(size, crop);
  return { left: crop.x - edge / 2, top: crop.y - edge / 2, edge };
}
