import { linesOf, SECTIONS, valueText } from './data-text';
import classes from './own.module.css';

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All data held about the user, one collapsible section per subject. */
export function HeldData({ data }: { data: unknown }) {
  if (!isRecord(data)) return null;
  const subjects = Object.entries(data).filter(([, value]) => typeof value === 'object');
  return (
    <div className={classes.data}>
      {subjects.map(([subject, value]) => (
        <details key={subject}>
          <summary>{SECTIONS[subject] ?? subject}</summary>
          <Subject value={value} />
        </details>
      ))}
    </div>
  );
}

function Subject({ value }: { value: unknown }) {
  if (isRecord(value)) return <Lines record={value} />;
  if (!Array.isArray(value) || value.length === 0) return <p>Nada salvo.</p>;
  if (!value.some(isRecord)) return <p>{valueText(value)}</p>;
  return (
    <ol className={classes.records}>
      {value.filter(isRecord).map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read-only and stays in the server's order.
        <li key={index}>
          <Lines record={record} />
        </li>
      ))}
    </ol>
  );
}

function Lines({ record }: { record: Fields }) {
  return (
    <dl className={classes.lines}>
      {linesOf(record).map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
