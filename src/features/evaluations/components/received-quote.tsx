import { bestQuote } from '../best-quote';
import { monthOfDay } from '../texts';
import { useReceived } from '../use-received';
import classes from './received-quote.module.css';

interface ReceivedQuoteProps {
  personId: string;
  /** As in ReceivedEvaluations. */
  count: number;
  average: number | null;
}

/** A student's sentence about a teacher, offline too; nothing while there is none. */
export function ReceivedQuote({ personId, count, average }: ReceivedQuoteProps) {
  const { data } = useReceived(personId, `${count} ${average}`);
  const quote = bestQuote(data);
  if (!quote) return null;
  const when = monthOfDay(quote.month);
  return (
    <figure className={classes.quote}>
      <blockquote>“{quote.text}”</blockquote>
      <figcaption>{[quote.author ?? 'Avaliação anônima', when].filter(Boolean).join(' · ')}</figcaption>
    </figure>
  );
}
