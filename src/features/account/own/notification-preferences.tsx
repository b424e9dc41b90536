import { useState } from 'react';
import { Switch } from '@/ui/switch';
import { NOTICE_GROUPS, type NoticeGroup } from '../notice-groups';
import { setTold } from '../preferences';
import classes from './own.module.css';

/** What the person's phones are told of; from the device and through the outbox, so offline too. */
export function NotificationPreferences({ muted }: { muted: readonly string[] }) {
  const [failed, setFailed] = useState(false);
  const set = async (group: NoticeGroup, told: boolean) => setFailed(!(await setTold(group, told)));
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
      {failed ? <p role="alert">O navegador não está deixando o app guardar dados neste aparelho.</p> : null}
    </>
  );
}
