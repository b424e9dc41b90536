import { z } from 'npm:zod@4';

const body = z.object({ name: z.string() }).catch({ name: 'ninguém' });

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS')
    return new Response('ok', { headers: { 'Access-Control-Allow-Origin': '*' } });
  const { name } = body.parse(await request.json().catch(() => null));
  const { pathname, search } = new URL(request.url);
  return Response.json(
    { hello: name, method: request.method, path: pathname.split('/').slice(-2).join('/') + search },
    { status: 201, headers: { 'X-Own': 'yes' } },
  );
});
