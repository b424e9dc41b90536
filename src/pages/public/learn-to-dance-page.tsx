import { Breadcrumbs } from '@/features/landing/components/breadcrumbs';
import { Points } from '@/features/landing/components/points';
import { AllLandings } from '@/features/landing/components/sister-links';
import { namesData } from '@/features/landing/structured-data';
import { LEARN_TO_DANCE } from '@/features/landing/texts/pages';
import Nobody from '@/features/teachers/nobody';
import { NO_FILTERS } from '@/features/teachers/search/search-url';
import { useNobody } from '@/reads/use-nobody';
import { JsonLd } from '@/ui/json-ld';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import AlertOffer from './alert-offer';
import classes from './landing-page.module.css';

const PATH = '/aprenda-a-dancar-com-professores-particulares';

export default function LearnToDancePage() {
  const { title, description, heading, lead, benefits, steps } = LEARN_TO_DANCE;
  const nobody = useNobody();
  return (
    <>
      <PageHead title={title} description={description} path={PATH} />
      <JsonLd data={namesData(steps.heading, steps.points)} />
      <section className={classes.hero}>
        <Ribbon className={classes.ribbon} />
        <div className={classes.inner}>
          <PageHeading className={classes.heading}>{heading}</PageHeading>
          <p className={classes.lead}>{lead}</p>
          {nobody ? null : (
            <div>
              <LinkButton to="/encontrar-professor" variant="white">
                Receber uma indicação
              </LinkButton>
            </div>
          )}
        </div>
      </section>
      <Page>
        <Breadcrumbs crumbs={[{ name: heading, path: PATH }]} />
        {nobody ? <Nobody style="" city="" alert={<AlertOffer sought={NO_FILTERS} isEmpty />} /> : null}
        <section className={classes.section}>
          <h2>{benefits.heading}</h2>
          <Points points={benefits.points} />
        </section>
        <section className={classes.section}>
          <h2>{steps.heading}</h2>
          <Points points={steps.points} ordered />
        </section>
        <section className={classes.section}>
          {nobody ? null : (
            <>
              <h2>Aulas na sua cidade</h2>
              <AllLandings />
            </>
          )}
          <div>
            <LinkButton to="/aulas-particulares-de-danca" variant="outline">
              Ver o que as aulas oferecem
            </LinkButton>
          </div>
        </section>
      </Page>
    </>
  );
}
