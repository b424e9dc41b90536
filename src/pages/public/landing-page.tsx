import { useLocation, useParams } from 'react-router-dom';
import { Breadcrumbs } from '@/features/landing/components/breadcrumbs';
import { Points } from '@/features/landing/components/points';
import { SisterLinks } from '@/features/landing/components/sister-links';
import { landingOf } from '@/features/landing/landing';
import { type CitySlug, cityOf, landingPath, STYLE_PATHS, type StylePath } from '@/features/landing/places';
import Nobody, { nobodyTitle } from '@/features/teachers/nobody';
import { usePlaceFacts } from '@/features/teachers/place-facts';
import { listDataOf } from '@/features/teachers/search/list-data';
import { TeacherSearch } from '@/features/teachers/search/teacher-search';
import { inPlace } from '@/lib/portuguese';
import { LinkButton } from '@/ui/link-button';
import { Missing } from '@/ui/missing';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import { alertOf } from './alert-of';
import AlertOffer from './alert-offer';
import classes from './landing-page.module.css';
import { useHearts } from './use-hearts';

/** /forro/{city}, /zouk/{city} and /samba/{city}: the search for one style in one city, with its own texts. */
export default function LandingPage() {
  const { city: slug = '' } = useParams();
  const { pathname } = useLocation();
  const style = STYLE_PATHS.find((one) => one === pathname.split('/')[1]?.toLowerCase());
  const city = style ? cityOf(style, slug.toLowerCase()) : null;
  if (!style || !city) {
    return (
      <>
        <PageHead title="Page not found" path={null} indexed={false} />
        <Missing />
      </>
    );
  }
  // Remounts for another landing page, so that no state of the search before is kept.
  return <Landing key={`${style}/${city}`} style={style} city={city} />;
}

function Landing({ style, city }: { style: StylePath; city: CitySlug }) {
  const { title, description, heading, paragraphs, learn, preset } = landingOf(style, city);
  const path = landingPath(style, city);
  const { corner, hearts } = useHearts();
  const facts = usePlaceFacts(preset);
  const isEmpty = facts.data?.count === 0;
  const nobody = nobodyTitle(preset.style, preset.city);
  return (
    <>
      <PageHead
        title={title}
        description={isEmpty ? `${nobody}.` : description}
        path={path}
        indexed={!isEmpty}
      />
      <section className={classes.hero}>
        <Ribbon className={classes.ribbon} />
        <div className={classes.inner}>
          <PageHeading className={classes.heading}>{heading}</PageHeading>
          {isEmpty ? null : <p className={classes.lead}>{paragraphs[0]}</p>}
        </div>
      </section>
      <Page>
        <Breadcrumbs
          crumbs={[
            { name: 'Professores de dança', path: '/search' },
            { name: `${preset.style} ${inPlace(preset.city)}`, path },
          ]}
        />
        {isEmpty ? (
          <Nobody {...preset} alert={<AlertOffer sought={{ name: '', ...preset, page: 1 }} isEmpty />} />
        ) : null}
        <TeacherSearch
          preset={preset}
          corner={corner}
          alertOf={alertOf}
          dataOf={listDataOf}
          isSaid={isEmpty}
        />
        {hearts}
        <section className={classes.section}>
          <h2>{learn.heading}</h2>
          <Points points={learn.points} />
          {isEmpty ? null : (
            <>
              <p className={classes.words}>{paragraphs[1]}</p>
              <div>
                <LinkButton to="/encontrar-professor" variant="outline">
                  Receber uma indicação
                </LinkButton>
              </div>
            </>
          )}
        </section>
        <section className={classes.section}>
          <h2>Continue explorando</h2>
          <SisterLinks style={style} city={city} />
        </section>
      </Page>
    </>
  );
}
