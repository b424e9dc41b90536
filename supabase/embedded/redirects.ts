/** Origins that links in mails may lead to. */
export function ownOrigins(siteUrl: string, port: number): string[] {
  return [...new Set([new URL(siteUrl).origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
}

/** Returns `url` when its origin is ours: a link in a mail carries its reader's session. */
export function allowedRedirect(url: string | null, origins: readonly string[]): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  return origins.includes(new URL(url).origin) ? url : undefined;
}
