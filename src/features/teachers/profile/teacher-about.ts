import { clipBio } from '@/db/search/entry';
import { inPlace, listed } from '@/lib/portuguese';
import { siteAddress } from '@/lib/site';
import { placeOf, teacherPath } from '../cards/teacher-path';
import type { Teacher, TeacherCard } from '../schema';

/** Approximate number of characters of a description that search engines show. */
const DESCRIPTION_LENGTH = 200;

/** 'Marina Couto: aulas de Forró e Zouk em Vitória', with the parts that are known. */
export function titleOf({ name, styles, cityName }: TeacherCard): string {
  const taught = styles.length > 0 ? ` de ${listed(styles.slice(0, 2))}` : ' de dança';
  return `${name}: aulas${taught}${cityName ? ` ${inPlace(cityName)}` : ''}`;
}

export function aboutOf(teacher: TeacherCard): string {
  const words = clipBio(teacher.bio ?? '', DESCRIPTION_LENGTH);
  if (words !== '') return words;
  const { name, styles } = teacher;
  const place = placeOf(teacher);
  return `Conheça ${name}${place ? `, ${place}` : ''}: ${styles.length > 0 ? listed(styles) : 'dança'} em aulas particulares, combinadas direto com quem ensina.`;
}

/** The teacher as a schema.org person; ratings only when there are any. */
export function teacherData(teacher: Teacher): object {
  const { name, styles, cityName, neighborhood, ratingAverage, ratingCount } = teacher;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          crumb(1, 'Início', '/'),
          crumb(2, 'Professores de dança', '/search'),
          crumb(3, name, teacherPath(teacher)),
        ],
      },
      {
        '@type': 'ProfilePage',
        url: siteAddress(teacherPath(teacher)),
        mainEntity: {
          '@type': 'Person',
          name,
          jobTitle: 'Professor de dança',
          description: aboutOf(teacher),
          knowsAbout: styles,
          ...(cityName && {
            workLocation: {
              '@type': 'Place',
              name: [neighborhood, cityName].filter(Boolean).join(', '),
            },
          }),
          ...(ratingAverage !== null &&
            ratingCount > 0 && {
              interactionStatistic: {
                '@type': 'InteractionCounter',
                interactionType: 'https://schema.org/ReviewAction',
                userInteractionCount: ratingCount,
              },
            }),
        },
      },
    ],
  };
}

function crumb(position: number, name: string, path: string): object {
  return { '@type': 'ListItem', position, name, item: siteAddress(path) };
}
