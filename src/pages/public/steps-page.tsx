import { useMemo } from 'react';
import { StepLibrary } from '@/features/steps/components/step-library';
import { useDanceStyles } from '@/reads/use-offered-names';
import { Page } from '@/ui/page';

export default function StepsPage() {
  const { data: items, status } = useDanceStyles();
  const names = useMemo(() => new Map(items.map(({ id, name }) => [id, name])), [items]);
  return (
    <Page>
      <StepLibrary styleNames={names} isNaming={status === 'loading'} />
    </Page>
  );
}
