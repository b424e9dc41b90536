/** Parts of the pictures that are drawn on the device: the poster and the picture of a shared link. */
import type { Measure } from './lines';

export type Context = CanvasRenderingContext2D;

const FONT = '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif';

/** Loads the typeface: a canvas does not wait for it. */
export async function loadTypeface(): Promise<void> {
  await Promise.all(
    [500, 600, 700, 800].map((weight) => document.fonts.load(`${weight} 40px "Figtree Variable"`)),
  );
}

export function write(
  context: Context,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  color: string,
): void {
  context.font = `${weight} ${size}px ${FONT}`;
  context.fillStyle = color;
  context.fillText(text, x, y);
}

export function measureAt(context: Context, weight: number): Measure {
  return (text, size) => {
    context.font = `${weight} ${size}px ${FONT}`;
    return context.measureText(text).width;
  };
}

/** The mark and the name, from their upper left corner. */
export function drawBrand(context: Context, x: number, y: number, scale: number): void {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(0, 0, 30, 30, 9);
  context.fill();
  context.strokeStyle = '#b5165c';
  context.lineWidth = 2.6;
  context.lineCap = 'round';
  context.stroke(new Path2D('M8 22c6 0 4-14 9-14 4 0 5 6 1 8-3 1.5-5 3-3 6'));
  context.fillStyle = '#f5a623';
  context.beginPath();
  context.arc(21.5, 8, 2.2, 0, Math.PI * 2);
  context.fill();
  context.restore();
  write(context, 'Danceflix', x + 38 * scale, y + 21.5 * scale, 18 * scale, 800, '#fff');
}

/** Fills a box like `object-fit: cover`, shifted upwards to keep faces in the frame. Clip before. */
export function drawPicture(
  context: Context,
  picture: ImageBitmap,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale];
  context.drawImage(
    picture,
    x + (width - drawnWidth) / 2,
    y + (height - drawnHeight) * 0.22,
    drawnWidth,
    drawnHeight,
  );
}
