/** The places a mail may lead to, by origin. */
export function ownOrigins(siteUrl: string, port: number): string[] {
  return [...new Set([new URL(siteUrl).origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

/** A link in a mail carries its reader's session: it may lead to no one but us. */
export function allowedRedirect(url: string | null, origins: readonly string[]): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  return origins.includes(new URL(url).origin) ? url : undefined;
}
