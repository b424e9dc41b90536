/**
 * Draws the picture that messengers show with a shared link: of a teacher, an article or an event, 1200 × 630 pixels.
 * The drawing is a pure function of the card, so that its digest is the version of the file.
 */
import { digestOf } from '@/lib/digest';
import { type CardFace, type LinkCard, SHARE_PICTURE } from '@/lib/share-picture';
import { type Context, drawBrand, drawPicture, measureAt, write } from './drawing';
import { fitted, wrapped } from './lines';

/** Counted up when the drawing changes, so that every picture is made anew. */
const DRAWING = 1;

/** Sixteen hexadecimal digits. Throws where the page has no Web Crypto. */
export async function versionOf({ id: _, ...drawn }: LinkCard): Promise<string> {
  return (await digestOf(JSON.stringify([DRAWING, drawn]))).slice(0, 16);
}

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const MARGIN = 64;
const FACE = { x: MARGIN, y: MARGIN, width: 430, height: HEIGHT - MARGIN * 2, radius: 44 } as const;

/** `picture`: of a face of that kind. Throws when the canvas gives no context. */
export function drawLinkCard(canvas: HTMLCanvasElement, card: LinkCard, picture: ImageBitmap | null): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  drawGround(context);
  if (card.face.kind !== 'none') drawFace(context, card.face, picture);
  drawWords(context, card, card.face.kind === 'none' ? MARGIN : FACE.x + FACE.width + 56);
}

function drawGround(context: Context): void {
  const ground = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  ground.addColorStop(0, '#7a1149');
  ground.addColorStop(1, '#33091f');
  context.fillStyle = ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const glow = context.createRadialGradient(WIDTH, 0, 0, WIDTH, 0, WIDTH * 0.7);
  glow.addColorStop(0, 'rgb(212 48 122 / 0.95)');
  glow.addColorStop(1, 'rgb(212 48 122 / 0)');
  context.fillStyle = glow;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.save();
  context.translate(820, 120);
  context.scale(2.4, 2.4);
  context.lineWidth = 16;
  context.lineCap = 'round';
  context.strokeStyle = 'rgb(245 166 35 / 0.22)';
  context.stroke(new Path2D('M10 166C70 166 40 36 100 36s60 90 10 100 60 60 100-60'));
  context.restore();
}

function drawFace(context: Context, face: CardFace, picture: ImageBitmap | null): void {
  const { x, y, width, height, radius } = FACE;
  const [middle, center] = [x + width / 2, y + height / 2];
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fillStyle = '#fff';
  context.fill();
  context.beginPath();
  context.roundRect(x + 8, y + 8, width - 16, height - 16, radius - 6);
  context.clip();
  context.textAlign = 'center';
  if (face.kind === 'picture' && picture) {
    drawPicture(context, picture, x, y, width, height);
  } else if (face.kind === 'date') {
    context.fillStyle = '#b5165c';
    context.fillRect(x, y, width, 150);
    write(context, face.month, middle, y + 104, 68, 800, '#fff');
    write(context, face.day, middle, center + 170, 260, 800, '#2a1420');
  } else {
    const ground = context.createLinearGradient(x, y, x + width, y + height);
    ground.addColorStop(0, '#f5a623');
    ground.addColorStop(1, '#97114c');
    context.fillStyle = ground;
    context.fillRect(x, y, width, height);
    write(context, face.kind === 'initials' ? face.text : '', middle, center + 60, 170, 800, '#fff');
  }
  context.restore();
}

function drawWords(context: Context, { over, title, detail, place, call }: LinkCard, x: number): void {
  const width = WIDTH - MARGIN - x;
  const bold = measureAt(context, 800);
  const size = fitted(title, width, [84, 72, 60, 50], bold);
  let y = MARGIN + 40;
  for (const line of wrapped(over, width, 30, 1, bold)) write(context, line, x, y, 30, 700, '#ffdbe9');
  y += 12;
  for (const line of wrapped(title, width, size, 3, bold)) {
    y += size * 1.06;
    write(context, line, x, y, size, 800, '#fff');
  }
  y += 58;
  for (const line of wrapped(detail, width, 34, 2, bold)) {
    write(context, line, x, y, 34, 600, '#facb70');
    y += 44;
  }
  for (const line of wrapped(place, width, 34, 1, bold)) write(context, line, x, y, 34, 600, '#fff');
  drawBrand(context, x, HEIGHT - MARGIN - 54, 1.8);
  context.save();
  context.textAlign = 'right';
  write(context, call, WIDTH - MARGIN, HEIGHT - MARGIN - 16, 32, 700, '#ffdbe9');
  context.restore();
}
