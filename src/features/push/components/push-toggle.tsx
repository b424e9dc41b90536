import { useId } from 'react';
import { Switch } from '@/ui/switch';
import { PUSH } from '../texts';
import { usePush } from '../use-push';
import classes from './push-toggle.module.css';

/** Switches push notifications to this device on and off, or says why that is impossible. */
export function PushToggle() {
  const { hindrance, active, working, offline, text, failed, press } = usePush();
  const [title, description] = [useId(), useId()];
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title}>{PUSH.title}</h2>
      <Switch
        label={PUSH.label}
        describedBy={description}
        checked={active === true}
        busy={working || (hindrance === null && active === null)}
        faint={hindrance !== null || offline}
        onPress={press}
      />
      <p id={description} role="status" className={classes.text} data-failed={failed || undefined}>
        {text}
      </p>
    </section>
  );
}
