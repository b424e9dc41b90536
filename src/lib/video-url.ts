/** Addresses of videos that may be shown (specification 000 §5). */
export const VIDEO = {
  required: 'URL do vídeo é obrigatória',
  invalid: 'URL inválida. Use URLs do YouTube ou Instagram',
} as const;

const YOUTUBE = ['youtube.com', 'www.youtube.com', 'm.youtube.com'];
const INSTAGRAM = ['instagram.com', 'www.instagram.com'];

/** The error in an address; null for a YouTube video or an Instagram post or reel. */
export function videoUrlError(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return VIDEO.required;
  return isVideo(trimmed) ? null : VIDEO.invalid;
}

function isVideo(text: string): boolean {
  const url = /\s/.test(text) ? null : parsedUrl(text);
  if (!url) return false;
  const { protocol, hostname, pathname, searchParams, username, password, port } = url;
  if ((protocol !== 'https:' && protocol !== 'http:') || username || password || port) return false;
  if (YOUTUBE.includes(hostname)) {
    if (pathname === '/watch') return /^[\w-]{3,64}$/.test(searchParams.get('v') ?? '');
    return /^\/(embed|shorts|clip)\/[\w-]{3,64}\/?$/.test(pathname);
  }
  if (hostname === 'youtu.be') return /^\/[\w-]{3,64}\/?$/.test(pathname);
  return INSTAGRAM.includes(hostname) && /^\/(p|reel)\/[\w-]{3,64}\/?$/.test(pathname);
}

/** Parses an address; null when it is invalid. (`URL.canParse` and `URL.parse` came to Safari with 17 and 18.) */
export function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
