/** Files made here, given to the device: by its share sheet where it takes them, else as a download. */
import { canShare, share } from './browser/share';

/** Offers the file as a download, which the device opens. */
export function download(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download reads the URL later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens the share sheet with the file; where the browser shares no such file, or fails to, the file is downloaded. */
export async function shareFile(file: File, more: Pick<ShareData, 'title' | 'text'> = {}): Promise<void> {
  const data: ShareData = { files: [file], ...more };
  if (!canShare(data)) return download(file);
  if ((await share(data)) === 'refused') download(file);
}
