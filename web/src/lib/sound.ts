/** A small set of sounds, made here and now out of oscillators and noise; and the same for the hand. */
import { sound } from './preferences.svelte';

export type Cue = 'turn' | 'offer' | 'accepted' | 'betrayal' | 'battle' | 'victory' | 'defeat';

/** A tone: when it starts and how long it lasts in seconds, from which pitch to which, how loud. */
interface Tone {
  at: number;
  lasts: number;
  from: number;
  to?: number;
  loud?: number;
  shape?: OscillatorType | 'noise';
}

const TONES: Record<Cue, Tone[]> = {
  turn: [
    { at: 0, lasts: 0.16, from: 440, shape: 'triangle' },
    { at: 0.14, lasts: 0.3, from: 660, shape: 'triangle' },
  ],
  offer: [
    { at: 0, lasts: 0.07, from: 880, shape: 'square', loud: 0.3 },
    { at: 0.11, lasts: 0.07, from: 880, shape: 'square', loud: 0.3 },
    { at: 0.22, lasts: 0.18, from: 880, shape: 'square', loud: 0.3 },
  ],
  accepted: [
    { at: 0, lasts: 0.18, from: 523 },
    { at: 0.12, lasts: 0.18, from: 659 },
    { at: 0.24, lasts: 0.34, from: 784 },
  ],
  betrayal: [
    { at: 0, lasts: 0.5, from: 310, to: 104, shape: 'sawtooth', loud: 0.5 },
    { at: 0.04, lasts: 0.5, from: 220, to: 73, shape: 'sawtooth', loud: 0.4 },
  ],
  battle: [
    { at: 0, lasts: 0.1, from: 900, shape: 'noise', loud: 0.7 },
    { at: 0.09, lasts: 0.16, from: 500, shape: 'noise', loud: 0.6 },
    { at: 0.1, lasts: 0.22, from: 110, to: 46, loud: 0.9 },
  ],
  victory: [
    { at: 0, lasts: 0.2, from: 392, shape: 'triangle' },
    { at: 0.18, lasts: 0.2, from: 523, shape: 'triangle' },
    { at: 0.36, lasts: 0.2, from: 659, shape: 'triangle' },
    { at: 0.54, lasts: 0.7, from: 784, shape: 'triangle' },
  ],
  defeat: [
    { at: 0, lasts: 0.34, from: 294, shape: 'triangle' },
    { at: 0.3, lasts: 0.7, from: 196, to: 185, shape: 'triangle' },
  ],
};

const PULSES: Record<Cue, number[]> = {
  turn: [60],
  offer: [30, 60, 30],
  accepted: [40, 40, 80],
  betrayal: [200],
  battle: [25],
  victory: [60, 60, 60, 60, 200],
  defeat: [300],
};

let context: AudioContext | null = null;

function voice(audio: AudioContext, { shape = 'sine', from, to = from }: Tone, start: number, end: number): AudioNode {
  if (shape !== 'noise') {
    const tone = new OscillatorNode(audio, { type: shape, frequency: from });
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.start(start);
    tone.stop(end);
    return tone;
  }
  const buffer = audio.createBuffer(1, Math.ceil((end - start) * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  noise.start(start);
  return noise.connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency: from, Q: 0.9 }));
}

function sing(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + tone.at;
  const end = start + tone.lasts;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.16 * (tone.loud ?? 1), start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  voice(audio, tone, start, end).connect(gain).connect(audio.destination);
}

/** Plays a cue, if the reader has chosen to hear anything. Browsers stay silent before the first tap. */
export function playCue(cue: Cue): void {
  if (!sound.value) return;
  navigator.vibrate?.(PULSES[cue]);
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  if (context.state !== 'running' && !navigator.userActivation?.hasBeenActive) return;
  for (const tone of TONES[cue]) sing(context, tone);
}
