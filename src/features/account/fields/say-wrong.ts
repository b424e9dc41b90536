import { showToast } from '@/ui/toast';

/** Shows an error of an account form as a toast, in place of the one before. */
export function sayWrong(text: string | undefined): undefined {
  if (text !== undefined)
    void showToast({ title: text, variant: 'destructive', id: 'account', place: 'top' });
  return undefined;
}
