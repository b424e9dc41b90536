import { useState } from 'react';
import { PinIcon } from '../more-icons';
import { onDemand } from '../on-demand';
import classes from './city-pill.module.css';
import type { CitySheetProps } from './city-sheet';

const [CitySheet, usePreparedSheet] = onDemand(() => import('./city-sheet'));

interface CityPillProps extends Omit<CitySheetProps, 'asked' | 'onClose'> {
  /** The city, or what stands for none; may be empty. */
  text: string;
  /** Adds 'trocar'. */
  changes: boolean;
  /** Shows only 'trocar': the text stands beside it. */
  isShort?: boolean;
}

/** 'Vitória · trocar': says the city and opens the sheet to change it. */
export function CityPill({ text, changes, isShort = false, ...sheet }: CityPillProps) {
  // Number of presses since the sheet last closed; 0 while it is closed.
  const [asked, setAsked] = useState(0);
  usePreparedSheet();
  return (
    <>
      <button
        type="button"
        className={classes.pill}
        data-bare={isShort || undefined}
        aria-haspopup="dialog"
        aria-label={isShort ? (text === '' ? 'trocar por outra' : `${text} · trocar`) : undefined}
        onClick={() => setAsked((times) => times + 1)}
      >
        {isShort ? null : (
          <>
            <PinIcon size={16} />
            <span className={classes.name}>{text}</span>
          </>
        )}
        {changes ? <span className={classes.change}>{isShort ? 'trocar' : ' · trocar'}</span> : null}
      </button>
      {asked > 0 ? <CitySheet {...sheet} asked={asked} onClose={() => setAsked(0)} /> : null}
    </>
  );
}
