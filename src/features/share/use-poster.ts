import { type RefObject, useEffect, useRef, useState } from 'react';
import { imageSources } from '@/lib/images';
import { logger } from '@/lib/logger';
import { drawPoster, type PosterFacts } from './poster';

export interface Poster {
  canvas: RefObject<HTMLCanvasElement | null>;
  status: 'drawing' | 'ready' | 'failed';
  /** The poster as PNG; null when the canvas provides none. */
  file(): Promise<File | null>;
}

/** Sizes of the person's picture that the image cache may hold, because screens show them; the larger one first. */
const EDGES = [512, 256] as const;

/** Draws the poster again whenever its content changes. */
export function usePoster(
  facts: Omit<PosterFacts, 'picture'>,
  imagePath: string | null,
  name: string,
): Poster {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [status, setStatus] = useState<Poster['status']>('drawing');
  const wanted = JSON.stringify(facts);
  useEffect(() => {
    let left = false;
    async function draw() {
      const [picture] = await Promise.all([readPicture(imagePath), readFace()]);
      if (left || !canvas.current) return;
      drawPoster(canvas.current, { ...(JSON.parse(wanted) as Omit<PosterFacts, 'picture'>), picture });
      setStatus('ready');
    }
    setStatus('drawing');
    draw().catch((error: unknown) => {
      logger.warn('The poster could not be drawn', error);
      if (!left) setStatus('failed');
    });
    return () => {
      left = true;
    };
  }, [wanted, imagePath]);
  return {
    canvas,
    status,
    file: async () => {
      const blob = await new Promise<Blob | null>((resolve) => {
        if (canvas.current) canvas.current.toBlob(resolve, 'image/png');
        else resolve(null);
      });
      return blob && new File([blob], `${name}.png`, { type: 'image/png' });
    },
  };
}

/** The picture as a bitmap. Null without one, and offline when it is not cached: the poster shows initials then. */
async function readPicture(path: string | null): Promise<ImageBitmap | null> {
  if (path === null) return null;
  const files = EDGES.flatMap((edge) => imageSources(path, { width: edge, height: edge }));
  for (const address of new Set(files.map(({ src }) => src))) {
    try {
      const response = await fetch(address);
      if (response.ok) return await createImageBitmap(await response.blob());
    } catch (error) {
      logger.info('The portrait on the poster could not be loaded', error);
    }
  }
  return null;
}

/** Loads the typeface first: a canvas does not wait for it. */
async function readFace(): Promise<void> {
  await Promise.all(
    [500, 600, 700, 800].map((weight) => document.fonts.load(`${weight} 40px "Figtree Variable"`)),
  );
}
