/**
 * The picture that messengers show with the link of a teacher, an article or an event. Drawn on a device
 * (src/features/share), stored under `share-images/<id>/<version>.jpg`, where the version is a digest of what is drawn.
 */
import { env } from './env';
import { prerendered } from './prerendered';
import { siteAddress } from './site';

/** Pixels, and the bytes that the bucket takes (supabase/migrations/…_files.sql). */
export const SHARE_PICTURE = { width: 1200, height: 630, bytes: 300 * 1024 } as const;

export const SHARE_BUCKET = 'share-images';

/** The left part of the card. */
export type CardFace =
  /** Path of a picture in the storage, or an absolute URL. */
  | { kind: 'picture'; path: string }
  | { kind: 'initials'; text: string }
  | { kind: 'date'; day: string; month: string }
  /** The words take the whole width. */
  | { kind: 'none' };

export interface LinkCard {
  /** Of the teacher, article or event. */
  id: string;
  face: CardFace;
  /** Above the title: 'Aulas particulares de dança'. */
  over: string;
  title: string;
  /** 'Zouk · Forró'. */
  detail: string;
  /** 'Vitória · Jardim da Penha'. */
  place: string;
  /** On the button-like foot: 'Peça sua aula'. */
  call: string;
}

/** The picture of a page's link. */
export interface HeadImage {
  /** Absolute URL. */
  address: string;
  alt: string;
  /** Pixels; null when unknown. */
  size: { width: number; height: number } | null;
}

/** Name of a file in the bucket. */
export const sharePictureName = (id: string, version: string): string => `${id}/${version}.jpg`;

/**
 * The own picture of a teacher, article or event; `portrait` (a path in the storage or an absolute URL) while none was
 * drawn; null without either. Only prerendered pages know versions, since only they are read by messengers.
 */
export function shareImageOf(id: string, portrait: string | null, alt: string): HeadImage | null {
  const version = prerendered<string>('share_picture', id);
  if (version !== null) {
    const path = `/storage/v1/object/public/${SHARE_BUCKET}/${sharePictureName(id, version)}`;
    return { address: absolute(path), alt, size: SHARE_PICTURE };
  }
  return portrait === null ? null : { address: absolute(portrait), alt, size: null };
}

function absolute(path: string): string {
  return env.backendHere ? siteAddress(path) : new URL(path, env.supabaseUrl).href;
}
