import { useSyncStatus } from '@/reads/sync-status';
import classes from './low-data.module.css';

/** What is saved stays only while the browser keeps its storage: installing makes it keep its word. */
export function KeptNote() {
  const isRefused = useSyncStatus((status) => status.persisted === false && status.storage === 'ok');
  if (!isRefused) return null;
  return <p className={classes.hint}>Instale o Danceflix na tela inicial para não perder o que foi salvo.</p>;
}
