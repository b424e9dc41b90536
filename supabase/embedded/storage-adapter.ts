import type { App } from '@supabase/lite';
import { type PictureFault, pictureFault } from '../functions/_shared/pictures/read-picture.ts';
import { requestContext } from './request-context.ts';
import type { StorageFiles, StoredFile } from './storage-files.ts';

type Adapter = NonNullable<App['_storageAdapter']>;

class ObjectMissing extends Error {
  override name = 'ObjectMissing';
}

/** The response to a refused picture; the app looks for `error`. */
const REFUSED: Record<PictureFault, { statusCode: string; error: string; message: string }> = {
  no_picture: { statusCode: '415', error: 'picture_unreadable', message: 'the file is no PNG, JPEG or WebP' },
  cut: { statusCode: '415', error: 'picture_unreadable', message: 'the picture is cut off' },
  other_type: {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'the file is of another type than it claims',
  },
  too_many_pixels: {
    statusCode: '413',
    error: 'picture_too_large',
    message: 'the picture has too many pixels',
  },
};

class PictureRefused extends Error {
  override name = 'PictureRefused';
  constructor(fault: PictureFault, place: string) {
    super(`${place}: ${REFUSED[fault].message}`);
    const context = requestContext.getStore();
    if (context) context.refusal = REFUSED[fault];
  }
}

/** Throws when a file that claims to be a picture is another one, or too large to be shown. SVG is served as a download. */
function requirePicture(place: string, bytes: Uint8Array, claimed: string): void {
  const type = claimed.trim().toLowerCase();
  if (!type.startsWith('image/') || type.startsWith('image/svg+xml')) return;
  const fault = pictureFault(bytes, type, place);
  if (fault !== null) throw new PictureRefused(fault, place);
}

/** The storage interface of @supabase/lite on our files. It reads every picture, because browsers show what is stored. */
export function storageAdapter(files: StorageFiles): Adapter {
  const existing = async (bucket: string, key: string) => {
    const file = await files.read(bucket, key);
    if (file === null) throw new ObjectMissing(`${bucket}/${key}`);
    return file;
  };
  const metadata = (file: Omit<StoredFile, 'body'>) => ({
    cacheControl: file.cacheControl,
    contentLength: file.size,
    size: file.size,
    mimetype: file.contentType,
    lastModified: new Date(file.lastModified),
    eTag: file.eTag,
  });
  return {
    driver: files,
    getObject: async (bucket, key) => {
      const file = await existing(bucket, key);
      return {
        httpStatusCode: 200,
        metadata: metadata(file),
        body: Buffer.from(file.body.buffer, file.body.byteOffset, file.body.byteLength),
      };
    },
    uploadObject: async (bucket, key, _version, body, contentType, cacheControl) => {
      const bytes =
        body instanceof Uint8Array
          ? body
          : new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      requirePicture(`${bucket}/${key}`, bytes, contentType);
      return metadata(await files.write(bucket, key, bytes, { contentType, cacheControl }));
    },
    deleteObject: (bucket, key) => files.remove(bucket, key),
    deleteObjects: async (bucket, keys) => {
      for (const key of keys) await files.remove(bucket, key);
    },
    copyObject: async (bucket, key, _version, toBucket, toKey) => {
      const file = await existing(bucket, key);
      requirePicture(`${toBucket}/${toKey}`, file.body, file.contentType);
      const copy = await files.write(toBucket, toKey, file.body, file);
      return { httpStatusCode: 200, eTag: copy.eTag, lastModified: new Date(copy.lastModified) };
    },
    headObject: async (bucket, key) => metadata(await existing(bucket, key)),
    privateAssetUrl: () => Promise.reject(new Error('private objects have no direct address')),
  };
}
