import { Faq } from '@/features/faq/components/faq';
import { FAQ, FAQ_WITHOUT_TEACHERS, faqData } from '@/features/faq/entries';
import { useNobody } from '@/reads/use-nobody';
import { JsonLd } from '@/ui/json-ld';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './faq-page.module.css';

export default function FaqPage() {
  const nobody = useNobody();
  const entries = nobody ? FAQ_WITHOUT_TEACHERS : FAQ;
  return (
    <Page narrow>
      <JsonLd data={faqData(entries)} />
      <div className={classes.intro}>
        <PageHeading>Dúvidas frequentes</PageHeading>
        <p>Preço, pagamento, cidades, professores: o que as pessoas perguntam antes da primeira aula.</p>
      </div>
      <Faq entries={entries} />
      <div className={classes.next}>
        <LinkButton to="/search">Encontrar Professor</LinkButton>
        {nobody ? null : (
          <LinkButton to="/encontrar-professor" variant="outline">
            Receber uma indicação
          </LinkButton>
        )}
      </div>
    </Page>
  );
}
