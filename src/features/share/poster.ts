/**
 * Draws the picture that a teacher shares, on the device (offline too) and in the look of the site. 1080 × 1350 pixels
 * is the portrait format that every network shows uncropped.
 */

import { qrModules } from '@/lib/qr';
import { type Context, drawBrand, drawPicture, measureAt, write } from './drawing';
import { fitted, wrapped } from './lines';

export const POSTER = { width: 1080, height: 1350 } as const;

export interface PosterFacts {
  name: string;
  initials: string;
  /** 'Vitória · Jardim da Penha'; empty when unknown. */
  place: string;
  styles: readonly string[];
  /** Absolute URL. */
  url: string;
  /** The teacher's picture; null without one, or when it cannot be read offline. */
  picture: ImageBitmap | null;
}

const MARGIN = 80;
const WIDTH = POSTER.width - MARGIN * 2;
const FACE = { x: MARGIN, y: 200, size: 360 } as const;
const CODE = { size: 300, padding: 20 } as const;

/** Throws when the canvas gives no context. */
export function drawPoster(canvas: HTMLCanvasElement, facts: PosterFacts): void {
  const { width, height } = POSTER;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  drawGround(context);
  drawBrand(context, MARGIN, 72, 2.4);
  drawFace(context, facts);
  drawWords(context, facts);
  drawFoot(context, facts.url);
}

function drawGround(context: Context): void {
  const { width, height } = POSTER;
  const ground = context.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#7a1149');
  ground.addColorStop(1, '#33091f');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  const glow = context.createRadialGradient(width, 0, 0, width, 0, width);
  glow.addColorStop(0, 'rgb(212 48 122 / 0.95)');
  glow.addColorStop(1, 'rgb(212 48 122 / 0)');
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  context.save();
  context.translate(560, -40);
  context.scale(3.4, 3.4);
  context.lineWidth = 16;
  context.lineCap = 'round';
  context.strokeStyle = 'rgb(245 166 35 / 0.3)';
  context.stroke(new Path2D('M10 166C70 166 40 36 100 36s60 90 10 100 60 60 100-60'));
  context.restore();
}

function drawFace(context: Context, { picture, initials }: PosterFacts): void {
  const { x, y, size } = FACE;
  context.save();
  context.beginPath();
  context.roundRect(x, y, size, size, 48);
  context.fillStyle = '#fff';
  context.fill();
  context.beginPath();
  context.roundRect(x + 8, y + 8, size - 16, size - 16, 42);
  context.clip();
  if (picture) {
    drawPicture(context, picture, x, y, size, size);
  } else {
    const ground = context.createLinearGradient(x, y, x + size, y + size);
    ground.addColorStop(0, '#f5a623');
    ground.addColorStop(1, '#97114c');
    context.fillStyle = ground;
    context.fillRect(x, y, size, size);
    context.textAlign = 'center';
    write(context, initials, x + size / 2, y + size / 2 + 48, 140, 800, '#fff');
  }
  context.restore();
}

function drawWords(context: Context, { name, place, styles }: PosterFacts): void {
  const measure = measureAt(context, 800);
  write(context, 'Aulas particulares de dança', MARGIN, 640, 38, 700, '#ffdbe9');
  const size = fitted(name, WIDTH, [104, 88, 72, 60, 48], measure);
  let y = 640;
  for (const line of wrapped(name, WIDTH, size, 2, measure)) {
    y += size * 1.08;
    write(context, line, MARGIN, y, size, 800, '#fff');
  }
  if (place !== '') {
    y += 68;
    write(context, wrapped(place, WIDTH, 40, 1, measure)[0] ?? '', MARGIN, y, 40, 600, '#fff');
  }
  y += 64;
  for (const line of wrapped(styles.join(' · '), WIDTH, 36, 2, measure)) {
    write(context, line, MARGIN, y, 36, 600, '#facb70');
    y += 48;
  }
}

function drawFoot(context: Context, url: string): void {
  const { size, padding } = CODE;
  const modules = qrModules(url);
  const [x, y] = [POSTER.width - MARGIN - size, POSTER.height - MARGIN - size];
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(x - padding, y - padding, size + padding * 2, size + padding * 2, 36);
  context.fill();
  // Whole pixels: blurred edges are harder for scanners to read.
  const step = Math.floor(size / modules.length);
  const offset = Math.floor((size - step * modules.length) / 2);
  context.fillStyle = '#2a1420';
  for (const [row, cells] of modules.entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) context.fillRect(x + offset + column * step, y + offset + row * step, step, step);
    }
  }
  write(context, 'Peça sua aula', MARGIN, POSTER.height - MARGIN - 120, 60, 800, '#fff');
  write(context, 'Aponte a câmera para o código', MARGIN, POSTER.height - MARGIN - 64, 34, 500, '#ffdbe9');
  const measure = measureAt(context, 600);
  const bare = url.replace(/^https?:\/\//, '');
  const line = wrapped(bare, WIDTH - size - padding * 2 - 16, 30, 1, measure)[0] ?? bare;
  write(context, line, MARGIN, POSTER.height - MARGIN - 12, 30, 600, '#facb70');
}
