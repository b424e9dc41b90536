import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { keepAwake } from '@/lib/browser/awake';
import { logger } from '@/lib/logger';
import { fieldsOf, isNumber, stored } from '@/lib/stored';
import choices from '@/ui/choices.module.css';
import { Switch } from '@/ui/switch';
import { COUNTS, PACE, type Rhythm } from '../beat';
import { type Player, startPlayer } from '../player';
import classes from './count-player.module.css';

const RHYTHMS: readonly [Rhythm, string][] = [
  ['counts', 'Oito tempos'],
  ['zabumba', 'Zabumba (baião)'],
];

const STEP = 4;

/** The count player behind one press; not drawn before, since it knows how this phone used it last. */
export function FoldedPlayer({ pace }: { pace?: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      // Pressed before the scripts were here.
      ref={(details) => {
        if (details?.open) setOpened(true);
      }}
      className={classes.folded}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>Contar o tempo</summary>
      {opened ? <CountPlayer {...(pace !== undefined && { pace })} /> : null}
    </details>
  );
}

/** Counts in eights, or plays the zabumba, at a chosen pace. Stops with the page. */
function CountPlayer({ pace: begin = 100 }: { pace?: number }) {
  const id = useId();
  const [{ pace, rhythm, sound }, setChoice] = useState(
    () => playerChoice.read() ?? { pace: begin, rhythm: 'counts' as Rhythm, sound: true },
  );
  const [state, setState] = useState<'stopped' | 'playing' | 'failed'>('stopped');
  const [count, setCount] = useState<number | null>(null);
  const player = useRef<Player | null>(null);
  const pressed = useRef(0);
  useAwake(state === 'playing');
  /** Chosen while the audio system was waking. */
  const chosen = useRef({ pace, rhythm, sound });

  const stop = () => {
    pressed.current += 1;
    player.current?.stop();
    player.current = null;
    setState((now) => (now === 'playing' ? 'stopped' : now));
    setCount(null);
  };
  const stopHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') stop();
  });

  useEffect(() => {
    const onChange = () => stopHidden();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      pressed.current += 1;
      player.current?.stop();
      player.current = null;
    };
  }, []);

  useEffect(() => {
    if (state !== 'playing') return;
    let frame = requestAnimationFrame(function draw() {
      setCount(player.current?.count() ?? null);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [state]);

  const apply = (running: Player) => {
    running.setPace(chosen.current.pace);
    running.setRhythm(chosen.current.rhythm);
    running.setSound(chosen.current.sound);
  };
  const start = async () => {
    const press = ++pressed.current;
    chosen.current = { pace, rhythm, sound };
    setState('playing');
    try {
      const started = await startPlayer(chosen.current);
      // Stopped, or the page left, while the audio system was waking.
      if (press !== pressed.current) return started.stop();
      player.current = started;
      apply(started);
    } catch (error) {
      logger.warn('The count player did not start', error);
      if (press === pressed.current) setState('failed');
    }
  };
  const choose = (part: Partial<{ pace: number; rhythm: Rhythm; sound: boolean }>) => {
    const next = { pace, rhythm, sound, ...part };
    next.pace = Math.min(PACE.most, Math.max(PACE.least, next.pace));
    setChoice(next);
    playerChoice.write(next);
    chosen.current = next;
    if (player.current) apply(player.current);
  };
  return (
    <section className={classes.player} aria-label="Contar o tempo">
      <ol className={classes.counts} aria-hidden="true">
        {Array.from({ length: COUNTS }, (_, index) => index + 1).map((one) => (
          <li key={one} data-now={count === one || undefined}>
            {one}
          </li>
        ))}
      </ol>
      <div className={classes.pace}>
        <Button variant="outline" aria-label="Mais devagar" onClick={() => choose({ pace: pace - STEP })}>
          −
        </Button>
        <label className={classes.slider}>
          <span>
            <b>{pace}</b> tempos por minuto
          </span>
          <input
            type="range"
            min={PACE.least}
            max={PACE.most}
            step={1}
            value={pace}
            aria-label="Tempos por minuto"
            onChange={(event) => choose({ pace: Number(event.currentTarget.value) })}
          />
        </label>
        <Button variant="outline" aria-label="Mais rápido" onClick={() => choose({ pace: pace + STEP })}>
          +
        </Button>
      </div>
      <fieldset className={choices.group}>
        <legend>Som</legend>
        <div className={choices.chips}>
          {RHYTHMS.map(([value, label]) => (
            <label key={value} className={choices.chip}>
              <input
                type="radio"
                name={`${id}-rhythm`}
                value={value}
                checked={rhythm === value}
                onChange={() => choose({ rhythm: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Switch
        label="Tocar o som"
        text="Desligado, só os números acompanham."
        checked={sound}
        onPress={() => choose({ sound: !sound })}
      />
      <Button onClick={() => (state === 'playing' ? stop() : void start())}>
        {state === 'playing' ? 'Parar' : 'Começar'}
      </Button>
      <p className={classes.state} role="status">
        {state === 'playing'
          ? 'Contando. Para sozinho quando você sai da página.'
          : state === 'failed'
            ? 'Este navegador não deixou tocar o som. Tente de novo.'
            : ''}
      </p>
    </section>
  );
}

export interface PlayerChoice {
  pace: number;
  rhythm: Rhythm;
  sound: boolean;
}

/** How the count player was used last on this phone. */
export const playerChoice = stored<PlayerChoice>('danceflix_count_player', (value) => {
  const { pace, rhythm, sound } = fieldsOf(value);
  if (!isNumber(pace)) return null;
  return {
    pace: Math.min(PACE.most, Math.max(PACE.least, Math.round(pace))),
    rhythm: rhythm === 'zabumba' ? 'zabumba' : 'counts',
    sound: sound !== false,
  };
});

/** Keeps the screen awake while `wanted`, where the browser can. */
export function useAwake(wanted: boolean): void {
  useEffect(() => (wanted ? keepAwake() : undefined), [wanted]);
}
