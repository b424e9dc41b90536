import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { AreaLinks } from '@/features/landing/components/areas';
import { Breadcrumbs } from '@/features/landing/components/breadcrumbs';
import { landingOfSlugs, lessonsPath } from '@/features/landing/places';
import Nobody from '@/features/teachers/nobody';
import { type Place, usePlaceFacts } from '@/features/teachers/place-facts';
import { placeText } from '@/features/teachers/place-text';
import { listDataOf } from '@/features/teachers/search/list-data';
import { TeacherSearch } from '@/features/teachers/search/teacher-search';
import { inPlace } from '@/lib/portuguese';
import { slugOf } from '@/lib/slug';
import { useAreas } from '@/reads/use-areas';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { Navigate } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Missing } from '@/ui/missing';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { alertOf } from './alert-of';
import AlertOffer from './alert-offer';
import classes from './landing-page.module.css';
import { useHearts } from './use-hearts';

/** /aulas/{style}/{city}: the search for one style in one city; its words follow from who teaches there. */
export default function StyleCityPage() {
  const { style: styleSlug = '', city: citySlug = '' } = useParams();
  const styles = useDanceStyles();
  const cities = useCities();
  const landing = landingOfSlugs(styleSlug, citySlug);
  if (landing) return <Navigate to={landing} replace />;
  const style = styles.data.find(({ name }) => slugOf(name) === styleSlug)?.name;
  const city = cities.data.find(({ name }) => slugOf(name) === citySlug)?.name;
  // Remounts for another place, so that no state of the search before is kept.
  if (style && city) return <StyleCity key={`${style}/${city}`} style={style} city={city} />;
  if (styles.status === 'ready' && cities.status === 'ready') {
    return (
      <>
        <PageHead title="Page not found" path={null} indexed={false} />
        <Missing />
      </>
    );
  }
  if (styles.status === 'failed' || cities.status === 'failed') return <NotLoaded />;
  return <Loading />;
}

function StyleCity({ style, city }: Place) {
  const facts = usePlaceFacts({ style, city });
  if (facts.status !== 'ready') return facts.status === 'loading' ? <Loading /> : <NotLoaded />;
  if (facts.data.count === 0) return <NoTeacher style={style} city={city} />;
  const { title, description, heading, sentences } = placeText({ style, city }, facts.data);
  const [lead, ...more] = sentences;
  return (
    <>
      <PageHead title={title} description={description} path={lessonsPath(style, city)} />
      <section className={classes.hero}>
        <Ribbon className={classes.ribbon} />
        <div className={classes.inner}>
          <PageHeading className={classes.heading}>{heading}</PageHeading>
          <p className={classes.lead}>{lead}</p>
        </div>
      </section>
      <Found style={style} city={city} more={more} />
    </>
  );
}

function Found({ style, city, more }: Place & { more: readonly string[] }) {
  const { corner, hearts } = useHearts();
  return (
    <Page>
      <Crumbs style={style} city={city} />
      <TeacherSearch preset={{ style, city }} corner={corner} alertOf={alertOf} dataOf={listDataOf} />
      {hearts}
      <section className={classes.section}>
        <h2>Como são as aulas de {style} por aqui</h2>
        {more.length > 0 ? <p className={classes.words}>{more.join(' ')}</p> : null}
        <p className={classes.words}>
          Cada professor define o próprio preço, e o dia e o lugar da aula vocês combinam direto.
        </p>
        <div>
          <LinkButton to="/encontrar-professor" variant="outline">
            Receber uma indicação
          </LinkButton>
        </div>
      </section>
      <Elsewhere style={style} city={city} />
    </Page>
  );
}

function NoTeacher({ style, city }: Place) {
  return (
    <Page>
      <PageHead title={`${style} ${inPlace(city)}`} path={null} indexed={false} />
      <Crumbs style={style} city={city} />
      <Nobody
        level={1}
        style={style}
        city={city}
        alert={<AlertOffer sought={{ name: '', style, city, page: 1 }} isEmpty />}
      />
      <Elsewhere style={style} city={city} />
    </Page>
  );
}

function Crumbs({ style, city }: Place) {
  return (
    <Breadcrumbs
      crumbs={[
        { name: 'Aulas por cidade', path: '/aulas' },
        { name: `${style} ${inPlace(city)}`, path: lessonsPath(style, city) },
      ]}
    />
  );
}

/** Other styles of the city, and the style in other cities; nothing where there is neither. */
function Elsewhere({ style, city }: Place) {
  const areas = useAreas('home');
  const near = areas.filter((area) => area.city === city);
  const far = areas.filter((area) => area.city !== city && area.styles.some((one) => one.style === style));
  const shown = [
    ...near.map((area) => ({ ...area, styles: area.styles.filter((one) => one.style !== style) })),
    ...far.map((area) => ({ ...area, styles: area.styles.filter((one) => one.style === style) })),
  ].filter(({ styles }) => styles.length > 0);
  return (
    <section className={classes.section}>
      <h2>Continue explorando</h2>
      {shown.length > 0 ? <AreaLinks areas={shown} label="Páginas parecidas" /> : null}
      <div>
        <LinkButton to="/aulas" variant="outline">
          Ver todas as cidades
        </LinkButton>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <Page>
      <PageHead title="Aulas de dança" path={null} />
      <p role="status" aria-busy="true">
        Carregando…
      </p>
    </Page>
  );
}

function NotLoaded() {
  return (
    <Page>
      <PageHead title="Aulas de dança" path={null} indexed={false} />
      <Notice
        level={1}
        title="Não foi possível abrir esta página"
        text="O servidor não respondeu, e este aparelho ainda não guardou os professores. Depois de uma visita com conexão, a página abre também sem internet."
        action={<Button onClick={() => location.reload()}>Tentar de novo</Button>}
      />
    </Page>
  );
}
