/** Plays a `Beat` by Web Audio. All sounds are made here: nothing is fetched. */
import { Beat, type Rhythm, type Stroke } from './beat';

/** Seconds that strokes are handed over ahead, and milliseconds between two looks. */
const AHEAD = 0.2;
const LOOK_EVERY = 40;
/** Seconds until the first count. */
const LEAD_IN = 0.15;

export interface Player {
  setPace(pace: number): void;
  setRhythm(rhythm: Rhythm): void;
  setSound(on: boolean): void;
  /** The count that is heard at this moment; null before the first. */
  count(): number | null;
  stop(): void;
}

interface Playing {
  pace: number;
  rhythm: Rhythm;
  sound: boolean;
}

/** Call within a press: browsers allow no sound before one. Rejects where the browser plays none. */
export async function startPlayer({ pace, rhythm, sound }: Playing): Promise<Player> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  try {
    await context.resume();
  } catch (error) {
    void context.close();
    throw error;
  }
  const out = context.createGain();
  out.gain.value = sound ? 1 : 0;
  out.connect(context.destination);
  const noise = noiseOf(context);
  const beat = new Beat(context.currentTime + LEAD_IN, pace);
  let playing = rhythm;
  const look = () => {
    for (const stroke of beat.strokes(context.currentTime, AHEAD, playing))
      sounding(context, out, noise, stroke);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY);
  return {
    setPace: (next) => beat.setPace(next),
    setRhythm: (next) => {
      playing = next;
    },
    setSound: (on) => {
      out.gain.value = on ? 1 : 0;
    },
    count: () => beat.countAt(context.currentTime - (context.outputLatency || 0)),
    stop: () => {
      clearInterval(timer);
      void context.close();
    },
  };
}

function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate * 0.06), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1;
  return buffer;
}

/** Pitch at the beginning and the end in hertz, loudness, seconds. */
const TONES = {
  one: [1320, 1320, 0.5, 0.06],
  five: [1100, 1100, 0.4, 0.05],
  count: [880, 880, 0.28, 0.04],
  muted: [120, 70, 0.8, 0.12],
  open: [105, 52, 0.95, 0.34],
} as const;

function sounding(context: AudioContext, out: GainNode, noise: AudioBuffer, { kind, at }: Stroke): void {
  const volume = context.createGain();
  volume.connect(out);
  const [from, to, loud, length] = kind === 'stick' ? [0, 0, 0.22, 0.05] : TONES[kind];
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.003);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  if (kind === 'stick') {
    const source = context.createBufferSource();
    source.buffer = noise;
    const filter = context.createBiquadFilter();
    filter.type = 'highpass';
    filter.frequency.value = 2500;
    source.connect(filter).connect(volume);
    source.start(at);
    return;
  }
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + length);
  tone.connect(volume);
  tone.start(at);
  tone.stop(at + length + 0.02);
}
