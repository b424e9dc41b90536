import { env } from './env';

export const SITE_NAME = 'Danceflix';

/** 'Encontrar Professores de Dança · Danceflix'; the name alone where a page has no title of its own. */
export function documentTitle(title: string): string {
  return title === SITE_NAME || title === '' ? SITE_NAME : `${title} · ${SITE_NAME}`;
}

/** The absolute address of a path on the published site, for canonical links and sharing. */
export function siteAddress(path: string): string {
  return new URL(path, env.siteUrl).href;
}
