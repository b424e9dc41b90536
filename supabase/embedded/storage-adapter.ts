import type { App } from '@supabase/lite';
import type { StorageFiles, StoredFile } from './storage-files.ts';

type Adapter = NonNullable<App['_storageAdapter']>;

class ObjectMissing extends Error {
  override name = 'ObjectMissing';
}

/** The storage interface of @supabase/lite on our files. */
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
      return metadata(await files.write(bucket, key, bytes, { contentType, cacheControl }));
    },
    deleteObject: (bucket, key) => files.remove(bucket, key),
    deleteObjects: async (bucket, keys) => {
      for (const key of keys) await files.remove(bucket, key);
    },
    copyObject: async (bucket, key, _version, toBucket, toKey) => {
      const file = await existing(bucket, key);
      const copy = await files.write(toBucket, toKey, file.body, file);
      return { httpStatusCode: 200, eTag: copy.eTag, lastModified: new Date(copy.lastModified) };
    },
    headObject: async (bucket, key) => metadata(await existing(bucket, key)),
    privateAssetUrl: () => Promise.reject(new Error('private objects have no direct address')),
  };
}
