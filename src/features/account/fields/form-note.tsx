import type { ReactNode } from 'react';
import { CheckIcon, OfflineIcon } from '@/ui/icons';
import { InfoIcon } from '@/ui/more-icons';
import { showToast } from '@/ui/toast';
import classes from './account-form.module.css';

const ICONS = { failure: InfoIcon, offline: OfflineIcon, success: CheckIcon } as const;

/** The note that stays in sight after a toast has gone. The toast has told screen readers already. */
export function FormNote({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.note} data-kind={kind}>
      <Icon size={20} />
      <p>{children}</p>
    </div>
  );
}

/** Shows an error of an account form as a toast, in place of the one before. */
export function sayWrong(text: string | undefined): undefined {
  if (text !== undefined)
    void showToast({ title: text, variant: 'destructive', id: 'account', place: 'top' });
  return undefined;
}
