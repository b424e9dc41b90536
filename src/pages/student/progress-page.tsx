import { OwnReceived } from '@/features/evaluations/components/own-received';
import { ProgressView } from '@/features/progress/components/progress-view';
import { useStyleNames } from '@/reads/use-names';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { ProgressFallback } from './progress-fallback';
import { StudentLinks } from './student-links';
import { useProgress } from './use-progress';

export default function StudentProgressPage() {
  const { status, progress, received, receivedStars } = useProgress();
  const styleName = useStyleNames();
  return (
    <Page>
      <PageHeading>Seu progresso</PageHeading>
      <StudentLinks />
      {status === 'ready' ? (
        <ProgressView
          progress={progress}
          styleName={styleName}
          received={receivedStars}
          comments={
            <OwnReceived
              {...received}
              empty="Nenhum professor avaliou você ainda. Depois de uma aula, ele pode deixar umas palavras aqui."
            />
          }
        />
      ) : (
        <ProgressFallback failed={status === 'failed'} />
      )}
    </Page>
  );
}
