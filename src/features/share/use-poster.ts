import { type RefObject, useEffect, useRef, useState } from 'react';
import { imageSources } from '@/lib/images';
import { logger } from '@/lib/logger';
import { drawPoster, type PosterFacts } from './poster';

export interface Poster {
  canvas: RefObject<HTMLCanvasElement | null>;
  status: 'drawing' | 'ready' | 'failed';
  /** PNG; null when the canvas gives none. */
  file(): Promise<File | null>;
}

/** What the screens show of a person is in the image cache: the larger one first. */
const EDGES = [512, 256] as const;

/** Draws the picture whenever what stands on it changes. */
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
      logger.warn('The picture was not drawn', error);
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

/** Null without one, and where it is not on this phone and there is no network: initials stand for it. */
async function readPicture(path: string | null): Promise<ImageBitmap | null> {
  if (path === null) return null;
  const files = EDGES.flatMap((edge) => imageSources(path, { width: edge, height: edge }));
  for (const address of new Set(files.map(({ src }) => src))) {
    try {
      const response = await fetch(address);
      if (response.ok) return await createImageBitmap(await response.blob());
    } catch (error) {
      logger.info('No picture for the poster', error);
    }
  }
  return null;
}

/** Text on a canvas does not wait for its typeface. */
async function readFace(): Promise<void> {
  await Promise.all(
    [500, 600, 700, 800].map((weight) => document.fonts.load(`${weight} 40px "Figtree Variable"`)),
  );
}
