import { useId } from 'react';
import { useStore } from 'zustand';
import { browserSavesData, chooseLowData, type LowDataChoice, lowData } from '@/lib/low-data';
import classes from './low-data.module.css';

const CHOICES = [
  { value: 'auto', choice: null, label: 'Automático' },
  { value: 'on', choice: 'on', label: 'Ligada' },
  { value: 'off', choice: 'off', label: 'Desligada' },
] as const satisfies { value: string; choice: LowDataChoice; label: string }[];

/** The setting: on, off, or the browser's setting. */
export function LowDataChoiceField() {
  const { choice, low } = useStore(lowData);
  const name = useId();
  const notes = {
    auto: browserSavesData()
      ? 'Segue o navegador, que está economizando dados agora.'
      : 'Segue o navegador, que não está economizando dados agora.',
    on: 'Sempre, neste aparelho.',
    off: 'Nunca, neste aparelho.',
  };
  return (
    <fieldset className={classes.choices}>
      <legend>Quando economizar</legend>
      {CHOICES.map(({ value, choice: own, label }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === own}
            onChange={() => chooseLowData(own)}
          />
          <span>
            <strong>{label}</strong>
            <span>{notes[value]}</span>
          </span>
        </label>
      ))}
      <p role="status">
        {low
          ? 'Agora: economizando. As fotos dão lugar às iniciais, e nada é carregado antes da hora.'
          : 'Agora: tudo é carregado normalmente.'}
      </p>
    </fieldset>
  );
}
