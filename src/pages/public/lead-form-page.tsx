import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LeadForm } from '@/features/leads/components/lead-form';
import { currentLead } from '@/features/leads/kept';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { LinkButton } from '@/ui/link-button';
import { useNavigate } from '@/ui/navigate';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import classes from './lead-pages.module.css';

export default function LeadFormPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [before] = useState(currentLead);
  const refused = (state as { refused?: unknown } | null)?.refused === true;
  return (
    <Page narrow>
      <div className={classes.intro}>
        <PageHeading>Encontre o professor ideal</PageHeading>
        <p>Conte o que você procura: indicamos quem mais combina com você, na sua cidade e no Brasil.</p>
      </div>
      <LeadForm
        cities={useCities()}
        styles={useDanceStyles()}
        refused={refused}
        onSent={() => void navigate('/encontrar-professor/loading')}
      />
      {before && !refused ? (
        <LinkButton to="/encontrar-professor/resultados" variant="subtle">
          Ver minha última indicação
        </LinkButton>
      ) : null}
    </Page>
  );
}
