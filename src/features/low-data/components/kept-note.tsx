import { useSyncStatus } from '@/reads/sync-status';
import classes from './low-data.module.css';

/** Suggests installing the app, which makes the browser keep saved data; otherwise the browser may delete it. */
export function KeptNote() {
  const isRefused = useSyncStatus((status) => status.persisted === false && status.storage === 'ok');
  if (!isRefused) return null;
  return <p className={classes.hint}>Instale o Danceflix na tela inicial para não perder o que foi salvo.</p>;
}
