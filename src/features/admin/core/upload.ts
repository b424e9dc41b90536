/** Uploads the team's pictures, shrunk on this device, to buckets that only administrators can write to. */
import { presentIdentity } from '@/auth/identity';
import { readStoredPicture } from '@/auth/session/stored-picture';
import { authorizedFetch, NotSignedIn } from '@/auth/session/user-rest';
import { freshId } from '@/lib/browser/random';
import { logger } from '@/lib/logger';
import { preparePicture } from '@/lib/picture';
import { SIZES, sizeName } from '@/lib/picture-sizes';
import { storageRefusal } from '@/lib/storage-answer';

export type PictureBucket = 'blog-images' | 'sponsor-logos';

export type Upload = { kind: 'ok'; path: string } | { kind: 'failed'; text: string };

/** Uploads a picture; resolves to its path from the backend's root. */
export async function uploadPicture(file: File, bucket: PictureBucket): Promise<Upload> {
  const userId = presentIdentity()?.userId;
  const prepared = await preparePicture(file);
  if (prepared.kind === 'too-large') {
    return { kind: 'failed', text: 'Esta imagem tem mais de 40 megapixels ou de 12.000 pixels de lado.' };
  }
  if (prepared.kind !== 'ok' || !userId) {
    return { kind: 'failed', text: 'Este arquivo não é uma imagem que o navegador consiga ler.' };
  }
  const { files } = prepared;
  const id = freshId();
  const ending = files.page.type === 'image/webp' ? 'webp' : 'jpg';
  try {
    // The 'page' size, which the database names, is uploaded last: its presence implies the other sizes.
    for (const size of SIZES) {
      const name = sizeName(id, size, ending);
      const response = await authorizedFetch(userId, `/storage/v1/object/${bucket}/${name}`, {
        method: 'POST',
        headers: { 'content-type': files[size].type, 'cache-control': 'max-age=31536000' },
        body: files[size],
      });
      const refusal = await storageRefusal(response);
      if (!refusal) continue;
      logger.warn('Upload of a picture was refused', refusal.status);
      return { kind: 'failed', text: 'O servidor não aceitou a imagem.' };
    }
    const path = `/storage/v1/object/public/${bucket}/${sizeName(id, 'page', ending)}`;
    const outcome = await readStoredPicture(userId, path);
    if (outcome === 'read') return { kind: 'ok', path };
    logger.warn('A stored picture was not read', outcome);
    return {
      kind: 'failed',
      text:
        outcome === 'refused'
          ? 'O servidor não aceitou a imagem.'
          : 'O servidor não respondeu. Envie a imagem de novo.',
    };
  } catch (error) {
    logger.warn('Upload of a picture failed', error);
    if (error instanceof NotSignedIn)
      return { kind: 'failed', text: 'Sua sessão terminou. Entre novamente.' };
    return { kind: 'failed', text: 'A imagem não foi enviada: o servidor não respondeu.' };
  }
}
