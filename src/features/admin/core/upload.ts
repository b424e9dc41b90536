/** Pictures of the team: made small on this device, then to a bucket that only administrators write. */
import { presentIdentity } from '@/auth/identity';
import { authorizedFetch, NotSignedIn } from '@/auth/user-rest';
import { logger } from '@/lib/logger';
import { preparePicture } from '@/lib/picture';

export type PictureBucket = 'blog-images' | 'sponsor-logos';

const ENDINGS: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

export type Upload = { kind: 'ok'; path: string } | { kind: 'failed'; text: string };

/** The address of the stored picture as path from the backend's root. */
export async function uploadPicture(file: File, bucket: PictureBucket): Promise<Upload> {
  const userId = presentIdentity()?.userId;
  const prepared = await preparePicture(file);
  if (prepared.kind !== 'ok' || !userId) {
    return { kind: 'failed', text: 'Este arquivo não é uma imagem que o navegador consiga ler.' };
  }
  const { blob } = prepared;
  const name = `${crypto.randomUUID()}.${ENDINGS[blob.type] ?? 'jpg'}`;
  try {
    const response = await authorizedFetch(userId, `/storage/v1/object/${bucket}/${name}`, {
      method: 'POST',
      headers: { 'content-type': blob.type },
      body: blob,
    });
    if (response.ok) return { kind: 'ok', path: `/storage/v1/object/public/${bucket}/${name}` };
    logger.warn('Picture refused', response.status);
    return { kind: 'failed', text: 'O servidor não aceitou a imagem.' };
  } catch (error) {
    logger.warn('Picture not sent', error);
    if (error instanceof NotSignedIn)
      return { kind: 'failed', text: 'Sua sessão terminou. Entre novamente.' };
    return { kind: 'failed', text: 'A imagem não foi enviada: o servidor não respondeu.' };
  }
}
