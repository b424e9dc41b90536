/** Turns notification groups on and off through the outbox; this phone shows the change at once. */
import { presentIdentity } from '@/auth/identity';
import { privateRowsOf, privateStore } from '@/db/memory/private-store';
import { logger } from '@/lib/logger';
import { notificationPreferences } from '@/outbox/commands/notification-preferences';
import { commandsOf } from '@/outbox/entry';
import { enqueueOver, type Queued } from '@/outbox/own';
import { isOf } from '@/outbox/stored-command';
import { mutedAfter } from '../overlay';

/** Serialises the changes: each is about one group, but the command carries all groups. */
let storing: Promise<unknown> = Promise.resolve();

/** Resolves once the change is stored on this phone, or to the reason why it is not. Never rejects. */
export function setTold(group: NoticeGroup, told: boolean): Promise<Queued> {
  const stored = storing.then(() => store(group, told));
  storing = stored;
  return stored;
}

async function store(group: NoticeGroup, told: boolean): Promise<Queued> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const pending = (await commandsOf(userId)).filter(isOf('notifications.preferences'));
    const rows = privateRowsOf(userId, privateStore.getState().rows);
    const before = mutedAfter(rows?.profile?.muted_notifications ?? [], rows?.profileVersion ?? 0, pending);
    const others = before.filter((one) => one !== group);
    const muted = told ? others : [...others, group];
    return await enqueueOver(pending.at(-1), notificationPreferences, userId, { muted }, { userId });
  } catch (error) {
    logger.warn('Notification preferences were not stored', error);
    return { kind: 'not-stored', reason: 'blocked' };
  }
}

/** The groups of notifications that users can turn on and off; the ids are the server's. */
export const NOTICE_GROUPS = [
  { id: 'lessons', label: 'Aulas', text: 'Pedidos, respostas e cancelamentos' },
  { id: 'evaluations', label: 'Avaliações', text: 'Quando alguém avalia você' },
  { id: 'account', label: 'Conta', text: 'Aprovação, denúncias, publicações suas e professores do Avise-me' },
  { id: 'news', label: 'Novidades', text: 'O que a equipe do Danceflix conta a todos' },
] as const;

export type NoticeGroup = (typeof NOTICE_GROUPS)[number]['id'];
