import { useNames } from '@/reads/use-names';
import classes from '../core/core.module.css';
import { momentText, nameIn } from '../core/labels';
import { AUDIT_ACTIONS, AUDIT_TABLES, type AuditRow, actorText, changeTexts } from './audit-rows';

/** Lines of the audit with author and change, newest first. */
export function AuditLines({ rows }: { rows: readonly AuditRow[] }) {
  if (rows.length === 0) return <p className={classes.muted}>Nenhuma mudança da equipe.</p>;
  return (
    <ul className={classes.lines}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={classes.muted}>
            {momentText(row.at)} · {actorText(row)} · {AUDIT_ACTIONS[row.action]} ·{' '}
            {nameIn(AUDIT_TABLES, row.table_name)}
          </span>
          <ChangeLines row={row} />
        </li>
      ))}
    </ul>
  );
}

export function ChangeLines({ row }: { row: AuditRow }) {
  const { cities, styles } = useNames();
  const nameOf = (id: string) => [...cities, ...styles].find((one) => one.id === id)?.name ?? null;
  return changeTexts(row, nameOf).map((line) => <div key={line}>{line}</div>);
}
