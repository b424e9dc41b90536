/** The answers to being asked: given here, remembered on this phone. */
import { logger } from '@/lib/logger';
import { refused } from './record';
import { changeRecord } from './record-store';
import { installState } from './state';

/** A no holds for 30 days; so does having seen how, since the way there stays in the menu. */
export function sayNo(): void {
  changeRecord((record) => refused(record, Date.now()));
  installState.setState({ shown: 'nothing' });
}

/** The browser's own question. It can be put once, so it is let go of before. */
export async function askNatively(): Promise<void> {
  const { prompt } = installState.getState();
  installState.setState({ prompt: null, shown: 'nothing' });
  if (!prompt) return;
  try {
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome === 'dismissed') sayNo();
  } catch (error) {
    logger.warn('The browser did not ask', error);
  }
}
