import { useState } from 'react';
import { useOnce } from '@/lib/use-once';
import type { Queued } from '@/outbox/own';
import { notQueuedText } from '@/outbox/words';

/** One press at a time; says why it had no effect. */
export function usePress(): [(work: () => Promise<Queued>) => void, string] {
  const once = useOnce();
  const [failure, setFailure] = useState('');
  const press = (work: () => Promise<Queued>) =>
    void once(async () => {
      const queued = await work();
      setFailure(queued.kind === 'stored' ? '' : notQueuedText(queued));
    });
  return [press, failure];
}
