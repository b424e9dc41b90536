/** The clipboard and the device's share sheet. Nothing here throws: browsers inside other apps often block both. */
import { logger } from '../logger';

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    logger.info('The clipboard took no text', error);
    return false;
  }
}

/** Whether the browser has a share sheet that takes this; without `data`: that takes files at all. */
export function canShare(data?: ShareData): boolean {
  try {
    return data ? navigator.canShare(data) === true : typeof navigator.canShare === 'function';
  } catch {
    return false;
  }
}

/** 'closed' by the person, which is no failure; 'refused' where there is no share sheet or it fails. */
export async function share(data: ShareData): Promise<'shared' | 'closed' | 'refused'> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
    logger.info('The device did not share', error);
    return 'refused';
  }
}
