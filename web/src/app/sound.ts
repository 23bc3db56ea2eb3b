/** Small sounds made on the spot (no files): each has a visual twin, and none is played before the first touch. */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'scoop' | 'die' | 'turn' | 'no' | 'topple' | 'bell' | 'win' | 'say' | 'slide' | 'bump' | 'hop' | 'fish' | 'low' | 'tick';

let desk: AudioContext | undefined;
let touched = false;
addEventListener('pointerdown', () => (touched = true), { once: true, capture: true });
addEventListener('keydown', () => (touched = true), { once: true, capture: true });

function tone(at: number, freq: number, length: number, volume: number, type: OscillatorType = 'sine', slide = 1): void {
  if (!desk) return;
  const o = desk.createOscillator();
  const g = desk.createGain();
  o.type = type;
  o.frequency.setValueAtTime(freq, at);
  o.frequency.exponentialRampToValueAtTime(Math.max(20, freq * slide), at + length);
  g.gain.setValueAtTime(0, at);
  g.gain.linearRampToValueAtTime(volume, at + 0.005);
  g.gain.exponentialRampToValueAtTime(0.0001, at + length);
  o.connect(g).connect(desk.destination);
  o.start(at);
  o.stop(at + length + 0.02);
}

function noise(at: number, length: number, volume: number, freq: number, q = 1): void {
  if (!desk) return;
  const buffer = desk.createBuffer(1, Math.ceil(desk.sampleRate * length), desk.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = desk.createBufferSource();
  const filter = desk.createBiquadFilter();
  const g = desk.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = freq;
  filter.Q.value = q;
  g.gain.value = volume;
  source.connect(filter).connect(g).connect(desk.destination);
  source.start(at);
}

const PLAY: Record<Sound, (at: number) => void> = {
  card: (at) => noise(at, 0.07, 0.5, 2600),
  scoop: (at) => tone(at, 240, 0.16, 0.22, 'sine', 0.45),
  die: (at) => [0, 0.07, 0.13, 0.21].forEach((d, i) => noise(at + d, 0.05, 0.5 - i * 0.08, 900, 4)),
  turn: (at) => [0, 0.14].forEach((d, i) => tone(at + d, i ? 1318 : 988, 0.5, 0.1, 'sine', 1)),
  no: (at) => noise(at, 0.12, 0.6, 220, 3),
  topple: (at) => [0, 0.12, 0.2, 0.33].forEach((d) => noise(at + d, 0.09, 0.5, 3400, 8)),
  bell: (at) => tone(at, 1568, 0.9, 0.14, 'triangle', 1),
  win: (at) => [659, 784, 988, 1319, 1175, 1319].forEach((f, i) => tone(at + i * 0.16, f, 0.6, 0.09, 'triangle')),
  slide: (at) => (noise(at, 0.05, 0.6, 420, 2), noise(at + 0.02, 0.9, 0.22, 5200, 0.7)),
  bump: (at) => (noise(at, 0.06, 0.6, 300, 2), tone(at, 150, 0.1, 0.2, 'sine', 0.6)),
  hop: (at) => tone(at, 330, 0.28, 0.16, 'sine', 2.2),
  fish: (at) => [0, 0.09, 0.18].forEach((d, i) => tone(at + d, 880 * 1.25 ** i, 0.16, 0.12, 'sine', 1.5)),
  say: (at) => tone(at, 700, 0.09, 0.08, 'sine', 1.3),
  low: (at) => [0, 0.18, 0.36].forEach((d) => tone(at + d, 784, 0.14, 0.1, 'triangle', 1)),
  tick: (at) => noise(at, 0.03, 0.5, 1800, 6),
};

export const SOUNDS = Object.keys(PLAY) as Sound[];

export function sound(name: Sound): void {
  if (!settings.sound || !touched) return;
  try {
    desk ??= new AudioContext();
    void desk.resume();
    PLAY[name](desk.currentTime + 0.01);
  } catch {
    /* no sound card, no sound */
  }
}
