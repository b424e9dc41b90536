import { type RefObject, useEffect, useRef, useState } from 'react';
import { logger } from '@/lib/logger';
import { loadTypeface } from './drawing';
import { drawPoster, type PosterFacts } from './poster';
import { readPicture } from './read-picture';

export interface Poster {
  canvas: RefObject<HTMLCanvasElement | null>;
  status: 'drawing' | 'ready' | 'failed';
  /** The poster as PNG; null when the canvas provides none. */
  file(): Promise<File | null>;
}

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
      const [picture] = await Promise.all([readPicture(imagePath), loadTypeface()]);
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
