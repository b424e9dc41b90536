import { Faq } from '@/features/faq/components/faq';
import { FAQ, faqData } from '@/features/faq/entries';
import { JsonLd } from '@/ui/json-ld';
import { useHasPage } from '@/ui/known-paths';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './faq-page.module.css';

export default function FaqPage() {
  const matching = useHasPage('/encontrar-professor');
  return (
    <Page narrow>
      <JsonLd data={faqData(FAQ)} />
      <div className={classes.intro}>
        <PageHeading>Dúvidas frequentes</PageHeading>
        <p>Preço, pagamento, cidades, professores: o que as pessoas perguntam antes da primeira aula.</p>
      </div>
      <Faq />
      <div className={classes.next}>
        <LinkButton to="/search">Encontrar Professor</LinkButton>
        {matching ? (
          <LinkButton to="/encontrar-professor" variant="outline">
            Receber uma indicação
          </LinkButton>
        ) : null}
      </div>
    </Page>
  );
}
