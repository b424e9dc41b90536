import { presentIdentity } from '@/auth/identity';
import { acknowledge } from '@/outbox/announced';
import type { Announced } from '@/outbox/device';
import { CLEARED } from '../texts';
import classes from './cleared-notice.module.css';

/** Says that writes waited on a device of the person, until the person has read it. */
export default function ClearedNotice({ announced }: { announced: readonly Announced[] }) {
  const read = () => {
    const userId = presentIdentity()?.userId;
    if (userId !== undefined) void acknowledge(userId);
    // The button goes with the notice: a keyboard goes on with the page.
    document.getElementById('conteudo')?.focus({ preventScroll: true });
  };
  return (
    <aside className={classes.notice} aria-label={CLEARED.label}>
      <div role="status">
        {CLEARED.lines(announced).map((line) => (
          <p key={line}>
            <strong>{line}</strong>
          </p>
        ))}
        <p>{CLEARED.meaning}</p>
      </div>
      <button type="button" onClick={read}>
        {CLEARED.read}
      </button>
    </aside>
  );
}
