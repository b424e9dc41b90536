import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useOwnProfile } from '@/features/account/queries';
import { LeadForm } from '@/features/leads/components/lead-form';
import type { LeadDraft } from '@/features/leads/current-lead';
import { currentLead, isDraftEmpty, readDraft } from '@/features/leads/kept';
import Nobody from '@/features/teachers/nobody';
import { NO_FILTERS } from '@/features/teachers/search/search-url';
import { useMyCity } from '@/reads/my-city';
import { useNobody } from '@/reads/use-nobody';
import { type NamesQuery, useCities, useDanceStyles } from '@/reads/use-offered-names';
import { LinkButton } from '@/ui/link-button';
import { useNavigate } from '@/ui/navigate';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import AlertOffer from './alert-offer';
import classes from './lead-pages.module.css';

export default function LeadFormPage() {
  const cities = useCities();
  const styles = useDanceStyles();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [before] = useState(currentLead);
  const known = useKnown(cities, styles);
  const nobody = useNobody();
  const refused = (state as { refused?: unknown } | null)?.refused === true;
  return (
    <Page narrow>
      <div className={classes.intro}>
        <PageHeading>Receber uma indicação</PageHeading>
        {nobody ? null : (
          <p>Conte o que você procura: indicamos quem mais combina com você, na sua cidade e no Brasil.</p>
        )}
      </div>
      {nobody ? <NobodyToPropose known={known} /> : null}
      {nobody && isDraftEmpty() ? null : (
        <LeadForm
          cities={cities}
          styles={styles}
          known={known}
          refused={refused}
          onSent={() => void navigate('/encontrar-professor/loading')}
        />
      )}
      {before && !refused ? (
        <LinkButton to="/encontrar-professor/resultados" variant="subtle">
          Ver minha última indicação
        </LinkButton>
      ) : null}
    </Page>
  );
}

/** In place of the form; above it where the person has begun to fill it. */
function NobodyToPropose({ known }: { known: Partial<LeadDraft> }) {
  const draft = readDraft();
  const sought = { style: draft.estilo || known.estilo || '', city: draft.cidade || known.cidade || '' };
  return <Nobody {...sought} alert={<AlertOffer sought={{ ...NO_FILTERS, ...sought }} isEmpty />} />;
}

/** Known fields of the person: from the own profile, for visitors the own city. */
function useKnown(cities: NamesQuery, styles: NamesQuery): Partial<LeadDraft> {
  const { data: profile } = useOwnProfile();
  const { name: city } = useMyCity();
  return {
    ...(profile && { nome: profile.name }),
    cidade: cities.data.find(({ id }) => id === profile?.cityId)?.name ?? city ?? '',
    estilo: styles.data.find(({ id }) => profile?.styleIds.includes(id))?.name ?? '',
  };
}
