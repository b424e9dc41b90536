/** The tables of tests/bench/README.md, also printed. A table holds the rounds of one run only. */
import { type Column, columns, measured, withSpread } from './columns.ts';
import { CONTENDERS, type ContenderName, contenders } from './contenders.ts';
import { limitsTable } from './limits.ts';
import { SLOW_2G, SLOW_4G } from './link.ts';
import type { Round, Run } from './results.ts';

const number = (value: number) => value.toLocaleString('en');
const sizesOf = ({ rounds }: Run) =>
  Object.keys(rounds)
    .map(Number)
    .sort((a, b) => a - b);

/** Markdown: how the run was taken, its limits, a table for each size, and the growth over them. */
export function runTables(run: Run): string {
  const sizes = sizesOf(run);
  return [
    head(run),
    limitsTable(run),
    ...sizes.map((size) => sizeTable(size, run.rounds[size] ?? [])),
    growth(run),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Markdown: our place and value in each of two runs, and what can be compared across them: ratios. */
export function changesTable(before: Run, now: Run): string {
  const tables = sizesOf(now)
    .filter((size) => before.rounds[size])
    .map((size) => {
      const [old, latest] = [before.rounds[size] ?? [], now.rounds[size] ?? []];
      const lines = columns.map((column) => {
        const cells = [
          valueIn(column, old),
          valueIn(column, latest),
          ratioIn(column, old),
          ratioIn(column, latest),
          placeIn(column, old),
          placeIn(column, latest),
        ];
        return `| ${column.title} | ${cells.join(' | ')} |`;
      });
      return [
        `**${number(size)} teachers, before and now**`,
        '',
        '| | before | now | before / floor | now / floor | place before | place now |',
        '|---|---:|---:|---:|---:|---:|---:|',
        ...lines,
      ].join('\n');
    });
  return tables.join('\n\n');
}

/** Notes about some contenders. */
export const remarks = (): string =>
  CONTENDERS.flatMap((name: ContenderName) => {
    const { label, remark } = contenders[name];
    return remark ? [`- ${label}: ${remark}.`] : [];
  }).join('\n');

function head({ machine, rate, rounds }: Run): string {
  const all = Object.values(rounds).flat();
  const times = all.map(({ takenAt }) => takenAt).sort();
  const loads = all.map(({ load }) => load);
  const minute = (time: string | undefined) => time?.slice(0, 16).replace('T', ' ') ?? '';
  const { cores, model, memory, node } = machine;
  const { roundTrip, down, up } = SLOW_4G;
  return [
    `One run, its rounds ended from ${minute(times[0])} to ${minute(times.at(-1))} UTC, in Chromium on ${cores} cores (${model}), ${Math.round(memory / 2 ** 30)} GB, Node ${node.replace('v', '')}, with everything else that runs there (load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}).`,
    `Main thread ${rate}× slower; slow 4G as Lighthouse has it (${roundTrip} ms, ${down / 1_024_000} Mbit/s down, ${up / 1_000} kbit/s up), 2G with ${SLOW_2G.roundTrip} ms, ${SLOW_2G.down / 1_000} and ${SLOW_2G.up / 1_000} kbit/s, for workers too.`,
    'Medians, in square brackets the smallest and the largest lap, in round ones the ratio to Danceflix; bold is the best but for the floor.',
  ].join(' ');
}

const valuesIn = ({ of }: Column, name: ContenderName, rounds: readonly Round[]) => {
  const laps = rounds.flatMap(({ laps }) => laps[name] ?? []);
  return laps.length === 0 ? undefined : measured(laps.map(of));
};

function sizeTable(size: number, rounds: readonly Round[]): string {
  const laps = (name: ContenderName) => rounds.filter((round) => round.laps[name]).length;
  const lines = columns.map((column) => {
    const values = new Map(CONTENDERS.map((name) => [name, valuesIn(column, name, rounds)]));
    const apps = CONTENDERS.flatMap((name) => (name === 'floor' ? [] : (values.get(name)?.median ?? [])));
    // A single contender is not marked as the best.
    const best = apps.length > 1 ? Math.min(...apps) : null;
    const ours = values.get('app')?.median;
    const cells = CONTENDERS.map((name) => {
      const value = values.get(name);
      if (value === undefined) return 'not measured';
      if (value === null) return 'cannot';
      const text = column.show(value.median);
      const ratio = name === 'app' || !ours ? '' : ` (${(value.median / ours).toFixed(1)}×)`;
      return withSpread(value, value.median === best ? `**${text}**` : text, column.show) + ratio;
    });
    return `| ${column.title} | ${cells.join(' | ')} |`;
  });
  return [
    `**${number(size)} teachers**`,
    '',
    `| | ${CONTENDERS.map((name) => contenders[name].label).join(' | ')} |`,
    `|---|${CONTENDERS.map(() => '---|').join('')}`,
    `| laps | ${CONTENDERS.map((name) => laps(name) || '').join(' | ')} |`,
    ...lines,
  ].join('\n');
}

function growth(run: Run): string {
  const sizes = sizesOf(run).filter((size) => run.rounds[size]?.some(({ laps }) => laps.app));
  const [least, most] = [sizes[0], sizes.at(-1)];
  if (least === undefined || most === undefined || least === most) return '';
  const lines = columns.map((column) => {
    const values = sizes.map((size) => valuesIn(column, 'app', run.rounds[size] ?? [])?.median);
    const cells = values.map((one) => (one === undefined ? 'not measured' : column.show(one)));
    const [first, last] = [values[0], values.at(-1)];
    const times = column.grows && first && last ? `${(last / first).toFixed(1)}×` : '';
    return `| ${column.title} | ${cells.join(' | ')} | ${times} |`;
  });
  return [
    `**Danceflix over the sizes** (linear would be ${most / least}×)`,
    '',
    `| | ${sizes.map(number).join(' | ')} | grew |`,
    `|---|${sizes.map(() => '---:|').join('')}---:|`,
    ...lines,
  ].join('\n');
}

function valueIn(column: Column, rounds: readonly Round[]): string {
  const value = valuesIn(column, 'app', rounds);
  return value ? column.show(value.median) : 'not measured';
}

function ratioIn({ of }: Column, rounds: readonly Round[]): string {
  const ratio = measured(
    rounds.map(({ laps: { app, floor } }) => {
      const [ours, least] = [app && of(app), floor && of(floor)];
      return ours && least ? ours / least : null;
    }),
  );
  return ratio ? `${ratio.median.toFixed(2)}×` : '';
}

function placeIn(column: Column, rounds: readonly Round[]): string {
  const ours = valuesIn(column, 'app', rounds);
  if (!ours) return '';
  const rivals = CONTENDERS.filter((name) => name !== 'app' && name !== 'floor');
  const values = rivals.flatMap((name) => valuesIn(column, name, rounds)?.median ?? []);
  return `${1 + values.filter((value) => value < ours.median).length} of ${1 + values.length}`;
}
