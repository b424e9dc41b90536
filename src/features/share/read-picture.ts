import { imageSources } from '@/lib/images';
import { logger } from '@/lib/logger';

/** Sizes of a picture that the image cache may hold, because screens show them; the larger one first. */
const EDGES = [512, 256] as const;

/** A stored picture as a bitmap. Null without one, and offline when it is not cached. */
export async function readPicture(path: string | null): Promise<ImageBitmap | null> {
  if (path === null) return null;
  const files = EDGES.flatMap((edge) => imageSources(path, { width: edge, height: edge }));
  for (const address of new Set(files.map(({ src }) => src))) {
    try {
      const response = await fetch(address);
      if (response.ok) return await createImageBitmap(await response.blob());
    } catch (error) {
      logger.info('A picture to draw with could not be loaded', error);
    }
  }
  return null;
}
