import { z } from 'zod';

const one = z.object({ signedUrl: z.string() });
const many = z.array(z.object({ path: z.string(), signedUrl: z.string(), error: z.string().nullable() }));
const wanted = z.object({ transform: z.record(z.string(), z.union([z.string(), z.number()])) });

/** Converts the library's response to Supabase's: `signedURL`, relative to /storage/v1. */
export async function signedAnswer(response: Response, asked: unknown): Promise<Response> {
  if (!response.ok) return response;
  const body: unknown = await response.json();
  const single = one.safeParse(body);
  if (single.success) return Response.json({ signedURL: relative(single.data.signedUrl, asked) });
  return Response.json(
    many.parse(body).map(({ path, signedUrl, error }) => ({
      path,
      error,
      signedURL: signedUrl === '' ? null : relative(signedUrl, asked),
    })),
  );
}

/** A link with a transformation leads to the resizing route, which reads the transformation from the link. */
function relative(signedUrl: string, asked: unknown): string {
  const path = signedUrl.replace(/^\/storage\/v1/, '');
  const transform = wanted.safeParse(asked);
  if (!transform.success) return path;
  const [place = '', token = ''] = path.replace('/object/sign/', '/render/image/sign/').split('?token=');
  const params = new URLSearchParams(
    Object.entries(transform.data.transform).map(([name, value]) => [name, String(value)]),
  );
  params.set('token', token);
  return `${place}?${params}`;
}
