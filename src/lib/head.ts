/** The tags of a page's head: the same whether it is prerendered or rendered in the browser. */
import { env } from './env';
import { type HeadImage, SHARE_PICTURE } from './share-picture';
import { documentTitle, SITE_NAME, siteAddress } from './site';

export interface Head {
  /** Without the site's name. */
  title: string;
  description?: string | null | undefined;
  /** The page's canonical path, without query; null where it has none. */
  path: string | null;
  /** False keeps the page out of search engines. */
  indexed?: boolean;
  /** The site's own picture when null. */
  image?: HeadImage | null;
}

export const DEFAULT_DESCRIPTION =
  'Encontre professores particulares de dança perto de você: forró, zouk, samba de gafieira e muito mais. Funciona também sem internet.';

const SITE_IMAGE = '/share.png';

/** The picture of pages without an own one; a configured one has an unknown size. */
const siteImage = (): HeadImage => ({
  address: siteAddress(env.shareImage),
  alt: 'Danceflix: aulas particulares de dança',
  size: env.shareImage === SITE_IMAGE ? SHARE_PICTURE : null,
});

type TagName = 'meta' | 'link';

export interface HeadTag {
  tag: TagName;
  /** Identifies the tag, as in `meta[name="description"]`. */
  key: { name: 'name' | 'property' | 'rel'; value: string };
  attribute: 'content' | 'href';
  /** Null: the tag is absent. */
  value: string | null;
}

/** Every tag that pages set, so that no tag of the page before is left behind. */
export function headTags({ title, description, path, indexed = true, image = null }: Head): HeadTag[] {
  const address = path === null ? null : siteAddress(path);
  const about = description || DEFAULT_DESCRIPTION;
  const { address: picture, alt, size } = image ?? siteImage();
  const social = title === SITE_NAME ? documentTitle(title) : title;
  const meta = (name: 'name' | 'property', value: string, content: string | null): HeadTag => ({
    tag: 'meta',
    key: { name, value },
    attribute: 'content',
    value: content,
  });
  return [
    meta('name', 'description', about),
    meta('name', 'robots', indexed ? null : 'noindex'),
    { tag: 'link', key: { name: 'rel', value: 'canonical' }, attribute: 'href', value: address },
    meta('property', 'og:title', social),
    meta('property', 'og:description', about),
    meta('property', 'og:url', address),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', size && String(size.width)),
    meta('property', 'og:image:height', size && String(size.height)),
    meta('property', 'og:image:alt', alt),
    // A portrait would be cut to a strip in the large card.
    meta('name', 'twitter:card', image && !size ? 'summary' : 'summary_large_image'),
    meta('name', 'twitter:title', social),
    meta('name', 'twitter:description', about),
    meta('name', 'twitter:image', picture),
    meta('name', 'twitter:image:alt', alt),
  ];
}

/** Updates the document's head tag by tag; tags that are equal are not touched. */
export function applyHead(head: Head): void {
  const title = documentTitle(head.title);
  if (document.title !== title) document.title = title;
  for (const { tag, key, attribute, value } of headTags(head)) {
    const found = document.head.querySelector(`${tag}[${key.name}="${key.value}"]`);
    if (value === null) {
      found?.remove();
      continue;
    }
    const element = found ?? document.createElement(tag);
    if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
    if (found) continue;
    element.setAttribute(key.name, key.value);
    document.head.append(element);
  }
}
