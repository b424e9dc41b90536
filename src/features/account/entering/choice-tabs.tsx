import { type KeyboardEvent, useRef } from 'react';
import classes from './choice-tabs.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceTabsProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange(value: Value): void;
  /** Tabs when they switch the panel `panelId`; radio buttons when they are inside a panel of other tabs. */
  as?: 'tabs' | 'radios';
  panelId: string;
  disabled?: boolean;
}

/** Two or three choices side by side. The group is one tab stop; arrow keys move and choose. */
export function ChoiceTabs<Value extends string>({
  label,
  choices,
  value,
  onChange,
  as = 'tabs',
  panelId,
  disabled = false,
}: ChoiceTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const tabs = as === 'tabs';

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = choices.findIndex((choice) => choice.value === value);
    const next = (now + step + choices.length) % choices.length;
    const chosen = choices[next];
    if (!chosen) return;
    onChange(chosen.value);
    list.current?.querySelectorAll<HTMLButtonElement>('button')[next]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: both possible roles take arrow keys.
    <div
      ref={list}
      role={tabs ? 'tablist' : 'radiogroup'}
      {...{ 'aria-label': label }}
      className={classes.tabs}
      onKeyDown={move}
    >
      {choices.map((choice) => {
        const chosen = choice.value === value;
        const state = tabs
          ? { role: 'tab', 'aria-selected': chosen, 'aria-controls': panelId }
          : { role: 'radio', 'aria-checked': chosen };
        return (
          <button
            key={choice.value}
            type="button"
            className={classes.tab}
            disabled={disabled}
            data-chosen={chosen || undefined}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onChange(choice.value)}
            {...state}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}
