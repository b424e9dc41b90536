import { useState } from 'react';
import { notQueuedText } from '@/outbox/words';
import { Switch } from '@/ui/switch';
import classes from '../own/own.module.css';
import { NOTICE_GROUPS, type NoticeGroup, setTold } from './preferences';

/** Switches for the groups of notifications. Read from the device and written through the outbox, so usable offline. */
export function NotificationPreferences({ muted }: { muted: readonly string[] }) {
  const [refused, setRefused] = useState<string | null>(null);
  const set = async (group: NoticeGroup, told: boolean) => {
    const outcome = await setTold(group, told);
    setRefused(outcome.kind === 'stored' ? null : notQueuedText(outcome));
  };
  return (
    <>
      <p className={classes.hint}>
        Vale para as notificações no aparelho. Em Notificações, dentro do app, tudo continua chegando.
      </p>
      <div className={classes.switches}>
        {NOTICE_GROUPS.map(({ id, label, text }) => {
          const told = !muted.includes(id);
          return (
            <Switch key={id} label={label} text={text} checked={told} onPress={() => void set(id, !told)} />
          );
        })}
      </div>
      {refused ? <p role="alert">{refused}</p> : null}
    </>
  );
}
