import choices from './choices.module.css';
import classes from './week-field.module.css';

/** A line of the grid; each box stands for one half-day or for several. */
export interface WeekRow {
  name: string;
  boxes: readonly { label: string; slots: readonly string[] }[];
}

interface WeekFieldProps {
  legend: string;
  /** Beside the legend. */
  hint: string;
  rows: readonly WeekRow[];
  chosen: readonly string[];
  onChange(slots: string[]): void;
}

/** The week as a grid to tap: a row for each day, a box for each time. */
export function WeekField({ legend, hint, ...grid }: WeekFieldProps) {
  return (
    <fieldset className={choices.group}>
      <legend>
        {legend}
        <span className={choices.hint}> · {hint}</span>
      </legend>
      <WeekGrid {...grid} />
    </fieldset>
  );
}

/** The grid alone, for a place that has its own heading. */
export function WeekGrid({ rows, chosen, onChange }: Omit<WeekFieldProps, 'legend' | 'hint'>) {
  return (
    <div className={classes.week}>
      {rows.map(({ name, boxes }) => (
        <fieldset key={name} className={classes.day}>
          <legend className={classes.name}>{name}</legend>
          <div className={classes.times}>
            {boxes.map(({ label, slots }) => (
              <label key={label} className={classes.slot}>
                <input
                  type="checkbox"
                  checked={slots.every((slot) => chosen.includes(slot))}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = chosen.filter((slot) => !slots.includes(slot));
                    onChange(checked ? [...others, ...slots] : others);
                  }}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
