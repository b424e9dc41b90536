/** The page says where the floor of the first sync runs. */
import { type CopyTimes, copyTeachers } from './copy-teachers';

declare global {
  interface Window {
    copyHere(): Promise<CopyTimes>;
    copyInWorker(): Promise<CopyTimes>;
  }
}

window.copyHere = copyTeachers;
window.copyInWorker = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./dexie-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CopyTimes>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage('copy');
  });
