import { grouped } from '@/lib/portuguese';
import classes from './sync-progress.module.css';

interface SyncProgressProps {
  received: number;
  total: number | null;
}

export function SyncProgress({ received, total }: SyncProgressProps) {
  const done = grouped(received);
  const text =
    total === null
      ? `Salvando professores no seu aparelho: ${done}`
      : `Salvando professores no seu aparelho: ${done} de ${grouped(total)}`;
  return (
    <div className={classes.progress}>
      <p id="sync-progress">{text}</p>
      <progress
        aria-labelledby="sync-progress"
        value={total === null ? undefined : received}
        max={total ?? undefined}
      />
    </div>
  );
}
