/** The tables of tests/bench/README.md, also printed: one for each size, one for growth. */
import { columns } from './columns.ts';
import { CONTENDERS, type ContenderName, contenders } from './contenders.ts';
import { SLOW_4G } from './link.ts';
import type { Entry, Results } from './results.ts';

/** Sizes of a whole comparison. */
const SIZES = [1_000, 10_000, 50_000];

const number = (value: number) => value.toLocaleString('en');

/**
 * Markdown. Numbers are medians; a rival's number is followed by its ratio to ours; the best of the
 * apps is bold.
 */
export function tables(results: Results): string {
  const sizes = [...new Set([...SIZES, ...sizesIn(results)])].sort((a, b) => a - b);
  return [head(results), ...sizes.map((size) => table(size, results)), growth(results), remarks()]
    .filter((part) => part !== '')
    .join('\n\n');
}

function head(results: Results): string {
  const entries = Object.values(results).flatMap((row) => Object.values(row));
  const dates = [...new Set(entries.map(({ takenAt }) => takenAt.slice(0, 10)))].sort();
  const machines = new Set(
    entries.map(({ machine }) => {
      const { cores, model, memory, node } = machine;
      return `${cores} cores (${model}), ${Math.round(memory / 2 ** 30)} GB, Node ${node.replace('v', '')}`;
    }),
  );
  const rates = [...new Set(entries.map(({ rate }) => rate))].join(', ');
  const { roundTrip, down, up } = SLOW_4G;
  return [
    `Measured ${dates.join(' to ')} in Chromium on ${[...machines].join('; ')}, with everything else that runs there.`,
    `Main thread ${rates}× slower; slow 4G as Lighthouse has it (${roundTrip} ms, ${down / 1_024_000} Mbit/s down, ${up / 1_000} kbit/s up) for workers too.`,
    'Medians; in brackets the ratio to Danceflix; bold is the best but for the floor.',
  ].join(' ');
}

function table(size: number, results: Results): string {
  const row = results[size];
  if (!row) return `**${number(size)} teachers**: not measured`;
  const names = CONTENDERS;
  const runs = names.flatMap((name) => row[name]?.laps.length ?? []);
  const lines = columns.map(({ title, value, show }) => {
    const values = new Map(names.map((name) => [name, numberOf(row[name], value)]));
    const apps = names.flatMap((name) => (name === 'floor' ? [] : (values.get(name) ?? [])));
    // A single contender is not marked as the best.
    const best = apps.length > 1 ? Math.min(...apps) : null;
    const ours = values.get('app');
    const cells = names.map((name) => {
      const measured = values.get(name);
      if (measured === undefined) return 'not measured';
      if (measured === null) return 'cannot';
      const text = show(measured);
      const ratio = name === 'app' || !ours ? '' : ` (${(measured / ours).toFixed(1)}×)`;
      return `${measured === best ? `**${text}**` : text}${ratio}`;
    });
    return `| ${title} | ${cells.join(' | ')} |`;
  });
  return [
    `**${number(size)} teachers** (laps: ${[...new Set(runs)].join(', ')})`,
    '',
    `| | ${names.map((name) => contenders[name].label).join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...lines,
  ].join('\n');
}

const sizesIn = (results: Results) => Object.keys(results).map(Number);

function growth(results: Results): string {
  const sizes = sizesIn(results).filter((size) => results[size]?.app);
  if (sizes.length < 2) return '';
  const lines = columns.map(({ title, value, show, grows }) => {
    const values = sizes.map((size) => numberOf(results[size]?.app, value));
    const cells = values.map((one) => (typeof one === 'number' ? show(one) : 'not measured'));
    const [first, last] = [values[0], values.at(-1)];
    const times =
      grows && typeof first === 'number' && typeof last === 'number' ? `${(last / first).toFixed(1)}×` : '';
    return `| ${title} | ${cells.join(' | ')} | ${times} |`;
  });
  const linear = `${(sizes.at(-1) ?? 0) / (sizes[0] ?? 1)}×`;
  return [
    `**Danceflix over the sizes** (linear would be ${linear})`,
    '',
    `| | ${sizes.map(number).join(' | ')} | grew |`,
    `|---|${sizes.map(() => '---:|').join('')}---:|`,
    ...lines,
  ].join('\n');
}

function remarks(): string {
  return CONTENDERS.flatMap((name: ContenderName) => {
    const { label, remark } = contenders[name];
    return remark ? [`- ${label}: ${remark}.`] : [];
  }).join('\n');
}

function numberOf(
  entry: Entry | undefined,
  value: (laps: Entry['laps']) => number | null,
): number | null | undefined {
  if (!entry || entry.laps.length === 0) return undefined;
  const measured = value(entry.laps);
  return Number.isNaN(measured) ? undefined : measured;
}
