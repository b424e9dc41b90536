import { useEffect, useRef, useState } from 'react';

export type ConnectionNotice = 'offline' | 'back' | null;

/** Milliseconds for which 'Conectado' stays (specification 000 §9). */
export const BACK_ONLINE_MS = 3000;

/** 'offline' while it lasts, 'back' for three seconds after it, nothing on a first load with a connection. */
export function useConnectionNotice(connection: 'online' | 'offline'): ConnectionNotice {
  const [back, setBack] = useState(false);
  const wasOffline = useRef(false);

  useEffect(() => {
    if (connection === 'offline') {
      wasOffline.current = true;
      return undefined;
    }
    if (!wasOffline.current) return undefined;
    wasOffline.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_ONLINE_MS);
    return () => {
      clearTimeout(timer);
      setBack(false);
    };
  }, [connection]);

  if (connection === 'offline') return 'offline';
  return back ? 'back' : null;
}
