import type { ReactNode } from 'react';
import { CheckIcon, OfflineIcon } from '@/ui/icons';
import { InfoIcon } from '@/ui/more-icons';
import classes from './leads.module.css';

const ICONS = { failure: InfoIcon, info: InfoIcon, offline: OfflineIcon, success: CheckIcon } as const;

interface LeadNoteProps {
  kind: keyof typeof ICONS;
  role?: 'status' | 'alert';
  children: ReactNode;
}

/** A message that stays visible, unlike a toast. */
export function LeadNote({ kind, role = 'status', children }: LeadNoteProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.note} data-kind={kind} role={role}>
      <Icon size={20} />
      <p>{children}</p>
    </div>
  );
}
