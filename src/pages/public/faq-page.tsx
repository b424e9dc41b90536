import { Faq } from '@/features/faq/components/faq';
import { FAQ, faqData } from '@/features/faq/entries';
import { JsonLd } from '@/ui/json-ld';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './faq-page.module.css';

export default function FaqPage() {
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
        <LinkButton to="/encontrar-professor" variant="outline">
          Receber uma indicação
        </LinkButton>
      </div>
    </Page>
  );
}
