import { useEffect } from 'react';
import { serviceWorkers } from '@/lib/browser/navigator';
import { insidePath } from '@/lib/inside-path';
import { logger } from '@/lib/logger';
import { readWorkerMessage } from '@/lib/worker-messages';
import { useDataNavigate } from '@/ui/navigate';
import { showToast } from '@/ui/toast';

/**
 * Handles the worker's messages: a push that arrived while the page is visible, and the page of a tapped notification.
 */
export function WorkerMessages() {
  const navigate = useDataNavigate();

  useEffect(() => {
    const workers = serviceWorkers();
    if (!workers) return;
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      const message = readWorkerMessage(data);
      if (message === null) return;
      if (message.type === 'push-rotated') return refresh();
      const path = insidePath(message.url);
      if (message.type === 'open') {
        if (path === null) return;
        ports[0]?.postMessage('leading');
        return void navigate(path);
      }
      const { title, body } = message;
      const action = path === null ? {} : { action: { label: 'Ver', onClick: () => void navigate(path) } };
      void showToast({ title, description: body, ...action });
    };
    workers.addEventListener('message', hear);
    return () => workers.removeEventListener('message', hear);
  }, [navigate]);
  return null;
}

function refresh(): void {
  import('@/features/push/refresh')
    .then(({ refreshPush }) => refreshPush())
    .catch((error: unknown) => logger.warn('The push registration was not checked', error));
}
