/** As much of Deno as the functions use; both Supabase's runtime and the embedded backend have it. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
