import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SearchFilters } from '@/features/teachers/schema';
import { wholeProductStored } from '@/lib/whole-product';
import { onDemand } from '@/ui/on-demand';
import classes from './alert-offer.module.css';

// With the checks of its form it is large, and few press it: the worker brings it, and not the page too.
const [Opened, usePrepared] = onDemand(() => import('./opened-alert'), wholeProductStored);

/** The button to 'Avise-me': the first action where nobody was found, a quiet one below results. */
export default function AlertOffer({ sought, isEmpty }: { sought: SearchFilters; isEmpty: boolean }) {
  // Number of presses since the sheet last closed; 0 while it is closed.
  const [asked, setAsked] = useState(0);
  usePrepared();
  const button = (
    <Button
      variant={isEmpty ? 'filled' : 'subtle'}
      aria-haspopup="dialog"
      onClick={() => setAsked((times) => times + 1)}
    >
      {isEmpty ? 'Avise-me quando houver' : 'Avise-me de novos professores'}
    </Button>
  );
  return (
    <>
      {isEmpty ? button : <div className={classes.quiet}>{button}</div>}
      {asked > 0 ? <Opened asked={asked} sought={sought} onClose={() => setAsked(0)} /> : null}
    </>
  );
}
