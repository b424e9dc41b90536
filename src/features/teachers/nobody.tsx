import { type ReactNode, useMemo } from 'react';
import { useIdentity } from '@/auth/identity';
import { inPlace } from '@/lib/portuguese';
import { useCatalog } from '@/reads/use-catalog';
import { useNobody } from '@/reads/use-nobody';
import { later } from '@/ui/later';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './nobody.module.css';
import type { CornerOf, SearchFilters } from './schema';
import { lastFilters, searchFor } from './search/search-for';
import { countLocally } from './search-local';

/** Not in the page's own script, nor in its prerendered HTML: it reads the phone, and a list of all cities. */
export const NearbyTeachers = later(() => import('./nearby/nearby-teachers'));

export interface NobodyProps {
  /** Names; empty for any. */
  style: string;
  city: string;
  /** The whole search, for the teachers near by. */
  filters?: SearchFilters;
  corner?: CornerOf | null;
  /** The offer to be told of teachers. */
  alert: ReactNode;
  level?: 1 | 2;
}

/**
 * Says that nobody teaches the style in the city; of a city, also who teaches near by or online. Then offers to be told,
 * or to be the first.
 */
export default function Nobody({ style, city, filters, corner = null, alert, level = 2 }: NobodyProps) {
  const isElsewhere = useIsElsewhere(style, city);
  const mayTeach = useMayTeach();
  const isEmpty = useNobody();
  const told = isElsewhere
    ? 'Veja quem ensina em outras cidades, ou peça um aviso para quando houver.'
    : 'Peça um aviso e fique sabendo quando houver.';
  const title = nobodyTitle(style, city);
  const text = mayTeach ? `${told} ${firstText(style, city)}` : told;
  const action = (
    <>
      {alert}
      {mayTeach ? (
        <LinkButton to="/cadastrar-professor" variant="outline">
          Dar aulas
        </LinkButton>
      ) : null}
      {isElsewhere ? (
        <LinkButton to={searchFor({ style, when: lastFilters().when ?? '' })} variant="outline">
          Ver {style} em outras cidades
        </LinkButton>
      ) : null}
    </>
  );
  if (city === '' || isEmpty) return <Notice level={level} title={title} text={text} action={action} />;
  return (
    <div className={classes.nobody}>
      <div className={classes.said}>
        <Ribbon className={classes.ribbon} />
        {level === 1 ? (
          <PageHeading className={classes.title}>{title}</PageHeading>
        ) : (
          <h2 className={classes.title}>{title}</h2>
        )}
      </div>
      <NearbyTeachers filters={filters ?? { name: '', style, city, page: 1 }} corner={corner} />
      <div className={classes.offer}>
        <p className={classes.text}>{text}</p>
        <div className={classes.action}>{action}</div>
      </div>
    </div>
  );
}

/** 'Ainda não há professor de Forró em Vitória' */
export function nobodyTitle(style: string, city: string): string {
  if (style === '' && city === '') return 'Ainda não há professores por aqui';
  const who = style === '' ? 'Ainda não há professores' : `Ainda não há professor de ${style}`;
  return city === '' ? who : `${who} ${inPlace(city)}`;
}

/** 'Ensina? Seja o primeiro professor de forró em Vitória.' */
function firstText(style: string, city: string): string {
  const what = style === '' ? 'de dança' : `de ${style.toLowerCase()}`;
  return `Você ensina? Seja o primeiro professor ${what}${city === '' ? '' : ` ${inPlace(city)}`}.`;
}

/** An account has one role, so that only visitors are asked to teach. */
function useMayTeach(): boolean {
  const { identity } = useIdentity();
  return !(identity?.state === 'active' && identity.role);
}

function useIsElsewhere(style: string, city: string): boolean {
  const catalog = useCatalog();
  return useMemo(
    () => style !== '' && city !== '' && countLocally(catalog, { style, city: '' }) > 0,
    [catalog, style, city],
  );
}
