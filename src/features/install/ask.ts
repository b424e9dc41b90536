/** Handles the answers to the invitation to install and remembers them on this device. */
import { logger } from '@/lib/logger';
import { refused } from './record';
import { changeRecord } from './record-store';
import { installState } from './state';

/** A refusal holds for 30 days. Closing the steps counts as one, since the menu's entry stays. */
export function sayNo(): void {
  changeRecord((record) => refused(record, Date.now()));
  installState.setState({ shown: 'nothing' });
}

/** Shows the browser's install prompt, which can be used once and is therefore dropped first. */
export async function askNatively(): Promise<void> {
  const { prompt } = installState.getState();
  installState.setState({ prompt: null, shown: 'nothing' });
  if (!prompt) return;
  try {
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome === 'dismissed') sayNo();
  } catch (error) {
    logger.warn('The install prompt could not be shown', error);
  }
}
