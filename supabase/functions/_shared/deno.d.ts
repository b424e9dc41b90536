/** The part of Deno that the functions use; Supabase's runtime and the embedded backend both provide it. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
