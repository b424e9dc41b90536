/** Players for the URLs that specification 000 §5 allows, on hosts that set no cookie before the video is played. */
import { videoUrlError } from '@/lib/video-url';

export interface Video {
  service: 'YouTube' | 'Instagram';
  /** URL of the player; null where the service has none for this kind of video (a YouTube clip). */
  embed: string | null;
  /** Portrait format, as Instagram posts and YouTube shorts have. */
  isTall: boolean;
  /** URL of the video at its service, always https. */
  page: string;
}

/** The video behind a URL; null when the URL is not of an allowed video. */
export function videoOf(address: string): Video | null {
  const trimmed = address.trim();
  if (videoUrlError(trimmed) !== null) return null;
  const url = new URL(trimmed);
  url.protocol = 'https:';
  const [, kind = '', id = ''] = url.pathname.split('/');
  const page = url.href;
  if (url.hostname.endsWith('instagram.com')) {
    return {
      service: 'Instagram',
      embed: `https://www.instagram.com/${kind}/${id}/embed/`,
      isTall: true,
      page,
    };
  }
  if (kind === 'clip') return { service: 'YouTube', embed: null, isTall: false, page };
  const video = url.hostname === 'youtu.be' ? kind : kind === 'watch' ? url.searchParams.get('v') : id;
  return {
    service: 'YouTube',
    embed: `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0&playsinline=1`,
    isTall: kind === 'shorts',
    page,
  };
}
