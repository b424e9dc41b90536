/** What search engines are told about the site and where a page stands in it (schema.org). */
import type { Href } from '@/lib/paths';
import { SITE_NAME, siteAddress } from '@/lib/site';

/** Who runs the site, and how to search in it. */
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

/** From the home page, which is left out of `crumbs`, to the page itself. */
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

/** A list of things that are no pages of their own, such as steps. */
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
