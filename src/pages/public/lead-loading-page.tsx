import { useEffect, useRef, useState } from 'react';
import { LeadLoading } from '@/features/leads/components/lead-loading';
import { currentLead } from '@/features/leads/kept';
import { useLoading } from '@/features/leads/use-loading';
import type { PagePath } from '@/lib/paths';
import { Navigate } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import { Page } from '@/ui/page';

const FORM = '/encontrar-professor';

export default function LeadLoadingPage() {
  const navigate = useNavigate();
  const [lead] = useState(currentLead);
  const loading = useLoading(lead);
  const { destination } = loading;
  const gone = useRef(false);

  useEffect(() => {
    if (!lead || !destination || gone.current) return;
    gone.current = true;
    // Replaces this page: the back button leads to the form, not to another wait.
    const go = (to: PagePath, state?: object) => void navigate(to, { replace: true, state });
    if (destination.kind === 'refused') go(FORM, { refused: true });
    else go(destination.kind === 'teacher' ? destination.path : `${FORM}/resultados`);
  }, [lead, destination, navigate]);

  if (!lead) return <Navigate to={FORM} replace />;
  const cancel = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    if (idx) void navigate(-1);
    else void navigate(FORM, { replace: true });
  };
  return (
    <Page narrow>
      <LeadLoading loading={loading} onCancel={cancel} />
    </Page>
  );
}
