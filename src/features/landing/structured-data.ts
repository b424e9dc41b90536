/** Structured data (schema.org) about the site and a page's position in it. */
import type { Href } from '@/lib/paths';
import { SITE_NAME, siteAddress } from '@/lib/site';

/** The site's owner and its search. */
export function siteData(): object {
  const organization = { '@id': `${siteAddress('/')}#organizacao` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: SITE_NAME,
        url: siteAddress('/'),
        logo: siteAddress('/icons/icon-512.png'),
        areaServed: 'BR',
      },
      {
        '@type': 'WebSite',
        name: SITE_NAME,
        url: siteAddress('/'),
        inLanguage: 'pt-BR',
        publisher: organization,
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${siteAddress('/search')}?name={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

export interface Crumb {
  name: string;
  path: Href;
}

/** From the home page, which `crumbs` leave out, to the page itself. */
export function breadcrumbData(crumbs: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Início', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteAddress(path),
    })),
  };
}

/** A list of items that have no pages of their own, such as steps. */
export function namesData(name: string, points: readonly { title: string; text: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: points.map(({ title, text }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      description: text,
    })),
  };
}
