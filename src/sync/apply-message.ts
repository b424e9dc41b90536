/** Applies the engine's messages to the stores that screens read. */
import type { CatalogStore } from '@/db/memory/catalog';
import type { ContentStore } from '@/db/memory/content';
import { connection } from '@/lib/connection';
import { learnDifference } from '@/lib/learn-server-clock';
import type { EngineMessage } from './messages';
import { askForPersistence } from './persistence';
import { type SyncStatus, syncStatus } from './status';

export function applyMessage(
  message: Exclude<EngineMessage, { type: 'answer' | 'pong' | 'token-wanted' | 'private' }>,
  catalog: CatalogStore,
  content: ContentStore,
): void {
  if (message.type === 'record') catalog.setRecord(message.record, message.complete, message.cities);
  else if (message.type === 'changes') catalog.applyChanges(message.entries, message.removed);
  else if (message.type === 'names') catalog.setNames(message.cities, message.danceStyles);
  else if (message.type === 'content') content.refresh();
  else if (message.type === 'none') catalog.acknowledgeNone();
  else if (message.type === 'outcome') connection.report(message.reached, message.endpoint);
  else if (message.type === 'clock') {
    learnDifference(message.ahead);
    catalog.renewDay();
  } else if (message.type === 'storage') setStorage(message.storage);
  else {
    syncStatus.setState(({ collections }) => ({ collections: { ...collections, ...message.collections } }));
    if (message.collections.teachers?.state === 'ready') void askForPersistence();
  }
}

/** A working storage in a private window is still not persistent. */
function setStorage(storage: SyncStatus['storage']): void {
  syncStatus.setState((now) => ({
    storage: storage === 'ok' && now.storage === 'ephemeral' ? 'ephemeral' : storage,
  }));
}
