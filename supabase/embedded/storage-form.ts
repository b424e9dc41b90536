/** A header value must be one line of printable characters. */
const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * Converts a form upload into the request that the library understands. Browsers send a picture as the single file of a
 * form, under the empty name that storage-js uses, with seconds in a field `cacheControl`; @supabase/lite 0.10.0 supports
 * neither. Other requests are returned unchanged; an unusable form gives a reason.
 */
export async function fileOfForm(request: Request): Promise<Request | { reason: string }> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) return request;
  const form = await request.formData().catch(() => null);
  if (form === null) return { reason: 'Not a form' };
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (file === undefined) return { reason: 'Missing file in multipart upload' };
  const seconds = form.get('cacheControl') ?? '';
  const type = file.type || 'application/octet-stream';
  if (typeof seconds !== 'string' || (seconds !== '' && !PRINTABLE.test(seconds)) || !PRINTABLE.test(type)) {
    return { reason: 'Invalid header in multipart upload' };
  }
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  headers.set('content-type', type);
  if (seconds !== '') headers.set('cache-control', `max-age=${seconds}`);
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}
