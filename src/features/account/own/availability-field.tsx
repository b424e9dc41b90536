import { DAY_KEYS, DAYS, slotOf, TIME_KEYS, TIMES } from '@/db/availability';
import choices from '@/ui/choices.module.css';
import classes from './availability-field.module.css';

interface AvailabilityFieldProps {
  chosen: readonly string[];
  onChange(slots: string[]): void;
}

/** The week as a grid to tap: a row for each day, a box for each time. */
export function AvailabilityField({ chosen, onChange }: AvailabilityFieldProps) {
  return (
    <fieldset className={choices.group}>
      <legend>
        Quando você dá aulas
        <span className={choices.hint}> · quem procura pode filtrar por isto</span>
      </legend>
      <div className={classes.week}>
        {DAY_KEYS.map((day) => (
          <fieldset key={day} className={classes.day}>
            <legend className={classes.name}>{DAYS[day]}</legend>
            <div className={classes.times}>
              {TIME_KEYS.map((time) => {
                const slot = slotOf(day, time);
                return (
                  <label key={time} className={classes.slot}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(slot)}
                      onChange={({ currentTarget: { checked } }) =>
                        onChange(checked ? [...chosen, slot] : chosen.filter((other) => other !== slot))
                      }
                    />
                    {TIMES[time]}
                  </label>
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
