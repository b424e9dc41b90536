import type { ReactNode } from 'react';
import { CheckIcon, OfflineIcon } from '@/ui/icons';
import { InfoIcon } from '@/ui/more-icons';
import classes from './evaluations.module.css';

const ICONS = { failure: InfoIcon, offline: OfflineIcon, success: CheckIcon } as const;

/** A message that stays visible, unlike a toast. */
export function EvaluationNote({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.note} data-kind={kind}>
      <Icon size={20} />
      <p>{children}</p>
    </div>
  );
}
