/** The parlour's sounds, made on the spot (no files): paper, wood, ice cream, ice and glass, and for each game a small chime. */
import { guest } from '../games/guests.svelte';
import type { Sound } from './sound';

/** What a chime is made of: its partials (times the note, how loud, how long). */
const PARTIALS = {
  box: [
    [1, 1, 1],
    [3, 0.16, 0.4],
    [5.4, 0.07, 0.2],
  ],
  wood: [
    [1, 1, 0.5],
    [3.9, 0.3, 0.18],
    [9.2, 0.06, 0.06],
  ],
  brass: [
    [1, 1, 0.9],
    [2, 0.34, 0.7],
    [3, 0.2, 0.5],
    [4.2, 0.08, 0.3],
  ],
  glass: [
    [1, 1, 1.1],
    [2.32, 0.22, 0.7],
    [4.25, 0.12, 0.4],
    [6.6, 0.04, 0.2],
  ],
} as const;

/** A game's chime: what it is made of and the note that it is tuned to. */
export interface Chime {
  root: number;
  of: keyof typeof PARTIALS;
  /** The phrase of a victory: half tones above the root, and beats. */
  win: readonly (readonly [number, number])[];
}

/** What each game sounds like, from its folder; the others sound like the house. */
const CHIMES = import.meta.glob<Chime>('../games/*/chime.ts', { eager: true, import: 'chime' });
const HOUSE: Chime = {
  root: 523.25,
  of: 'box',
  win: [
    [0, 1],
    [4, 1],
    [7, 1],
    [12, 2],
    [9, 1],
    [12, 4],
  ],
};

/** Low: about -30 dB in the loudest tenth of a second, so that people talk over it (tests/web/test_settings.py measures it). */
const LEVEL = 0.38;

/** Where sounds are made: a sound card, or a roll of paper that is measured. */
export class Voices {
  private noise: AudioBuffer;
  private out: GainNode;
  private chime!: Chime;
  private loud = 1;

  constructor(private desk: BaseAudioContext) {
    // A quiet parlour: nothing jumps out, whatever falls together.
    const squeeze = new DynamicsCompressorNode(desk, { threshold: -22, knee: 12, ratio: 5, attack: 0.004, release: 0.16 });
    this.out = new GainNode(desk, { gain: 0.5 });
    this.out
      .connect(squeeze)
      .connect(new GainNode(desk, { gain: LEVEL }))
      .connect(desk.destination);
    this.noise = desk.createBuffer(1, desk.sampleRate, desk.sampleRate);
    const grains = this.noise.getChannelData(0);
    for (let i = 0, seed = 22222; i < grains.length; i++) grains[i] = (seed = (seed * 16807) % 2147483647) / 1073741823.5 - 1;
  }

  /** A sound, now; tuned to a game where it has a note in it. */
  play(name: Sound, game = '', loud = 1): void {
    this.loud = Math.min(1, loud);
    this.chime = CHIMES[`../games/${game}/chime.ts`] ?? guest(game)?.look?.chime ?? HOUSE;
    this[name](this.desk.currentTime + 0.01);
  }

  /** A tone that swells in `rise` seconds and dies away; it may glide to another pitch. */
  private tone(
    at: number,
    pitch: number,
    length: number,
    volume: number,
    { to = pitch, rise = 0.004, type = 'sine' as OscillatorType } = {},
  ): void {
    const voice = new OscillatorNode(this.desk, { type, frequency: pitch });
    const swell = new GainNode(this.desk, { gain: 0 });
    voice.frequency.setValueAtTime(pitch, at);
    if (to !== pitch) voice.frequency.exponentialRampToValueAtTime(to, at + length * 0.8);
    swell.gain.setValueAtTime(0, at);
    swell.gain.linearRampToValueAtTime(volume * this.loud, at + rise);
    swell.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(swell).connect(this.out);
    voice.start(at);
    voice.stop(at + length + 0.02);
  }

  /** A breath of noise through a filter that may move. */
  private breath(
    at: number,
    length: number,
    volume: number,
    pitch: number,
    { to = pitch, q = 1, rise = 0.004, type = 'bandpass' as BiquadFilterType } = {},
  ): void {
    const source = new AudioBufferSourceNode(this.desk, { buffer: this.noise, loop: true });
    const filter = new BiquadFilterNode(this.desk, { type, frequency: pitch, Q: q });
    const swell = new GainNode(this.desk, { gain: 0 });
    filter.frequency.setValueAtTime(pitch, at);
    if (to !== pitch) filter.frequency.exponentialRampToValueAtTime(to, at + length);
    swell.gain.setValueAtTime(0, at);
    swell.gain.linearRampToValueAtTime(volume * this.loud, at + rise);
    swell.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(swell).connect(this.out);
    source.start(at, (at * 0.37) % 0.9);
    source.stop(at + length + 0.02);
  }

  /** A note of this game's chime, in half tones above its root. */
  private note(at: number, half: number, volume: number, length = 1): void {
    const { root, of } = this.chime;
    for (const [times, loud, long] of PARTIALS[of])
      this.tone(at, root * 2 ** (half / 12) * times, Math.max(0.05, length * long), 0.5 * volume * loud, { rise: 0.003 });
  }

  /** Two pieces of hard wood. */
  private clack(at: number, volume: number, pitch = 1): void {
    this.tone(at, 620 * pitch, 0.07, volume * 0.5, { to: 560 * pitch, rise: 0.001 });
    this.breath(at, 0.035, volume, 1500 * pitch, { q: 5, rise: 0.001 });
    this.breath(at, 0.02, volume * 0.5, 3600 * pitch, { q: 3, rise: 0.001 });
  }

  private plop(at: number, volume: number, pitch = 1): void {
    this.tone(at, 150 * pitch, 0.13, volume, { to: 430 * pitch, rise: 0.012 });
    this.breath(at, 0.08, volume * 0.5, 700 * pitch, { to: 300 * pitch, type: 'lowpass', rise: 0.008 });
  }

  // What is heard.

  /** Paper that slides and is laid on cloth. */
  private card(at: number): void {
    this.breath(at, 0.085, 0.42, 2400, { to: 4200, q: 0.8, rise: 0.03 });
    this.breath(at + 0.07, 0.03, 0.5, 1500, { q: 1.2, rise: 0.001 });
    this.tone(at + 0.07, 150, 0.06, 0.34, { to: 95 });
  }
  private scoop(at: number): void {
    this.breath(at, 0.12, 0.16, 1100, { to: 500, type: 'lowpass', rise: 0.05 });
    this.plop(at + 0.1, 0.5);
  }
  private die(at: number): void {
    for (const [when, loud, pitch] of [
      [0, 0.75, 1],
      [0.075, 0.5, 1.16],
      [0.13, 0.4, 0.94],
      [0.17, 0.28, 1.08],
    ] as const)
      this.clack(at + when, loud, pitch);
  }
  private turn(at: number): void {
    this.note(at, 7, 0.2, 0.8);
    this.note(at + 0.13, 12, 0.22, 1.1);
  }
  /** A knock on the table's edge: not that one. */
  private no(at: number): void {
    for (const [when, loud] of [
      [0, 0.62],
      [0.11, 0.5],
    ] as const) {
      this.tone(at + when, 190, 0.09, loud, { to: 130, rise: 0.002 });
      this.breath(at + when, 0.04, loud * 0.5, 500, { q: 1.5, rise: 0.002 });
    }
  }
  /** It comes, it sways, it goes, and last of all the spoon: as long as the picture takes. */
  private topple(at: number): void {
    this.plop(at + 0.34, 0.55, 1.1);
    for (const [when, low, high] of [
      [0.45, 260, 340],
      [0.7, 340, 240],
      [0.97, 240, 390],
    ] as const)
      this.tone(at + when, low, 0.27, 0.14, { to: high, rise: 0.09, type: 'triangle' });
    this.tone(at + 1.3, 620, 0.5, 0.17, { to: 130, rise: 0.06, type: 'triangle' });
    this.breath(at + 1.74, 0.3, 0.7, 900, { to: 220, type: 'lowpass', rise: 0.006 });
    for (const [when, loud, pitch] of [
      [1.76, 0.6, 0.7],
      [1.84, 0.5, 0.9],
      [1.95, 0.42, 1.1],
    ] as const)
      this.plop(at + when, loud, pitch);
    for (const [when, loud] of [
      [1.98, 0.09],
      [2.06, 0.07],
      [2.12, 0.055],
      [2.17, 0.04],
      [2.2, 0.03],
    ] as const) {
      this.tone(at + when, 2730, 0.16, loud, { rise: 0.001 });
      this.tone(at + when, 4470, 0.1, loud * 0.6, { rise: 0.001 });
    }
  }
  private bell(at: number): void {
    this.note(at, 12, 0.24, 1.3);
    this.note(at + 0.09, 19, 0.14, 1.1);
  }
  private win(at: number): void {
    let beat = 0;
    for (const [half, beats] of this.chime.win) {
      this.note(at + beat * 0.13, half, 0.22, 0.5 + beats * 0.25);
      if (beats > 3) for (const under of [-12, -5, 4]) this.note(at + beat * 0.13, half + under, 0.1, 1.6);
      beat += beats;
    }
  }
  private say(at: number): void {
    this.tone(at, 520, 0.08, 0.22, { to: 700, rise: 0.01 });
  }
  /** A finger, then a penguin on ice. */
  private slide(at: number): void {
    this.tone(at, 210, 0.05, 0.4, { to: 150 });
    this.breath(at, 0.03, 0.4, 1800, { q: 2, rise: 0.001 });
    this.breath(at + 0.03, 0.85, 0.24, 4600, { to: 2200, q: 0.9, rise: 0.07 });
    this.breath(at + 0.03, 0.7, 0.14, 900, { to: 500, q: 1.4, rise: 0.05 });
  }
  private bump(at: number): void {
    this.tone(at, 230, 0.11, 0.6, { to: 120, rise: 0.002 });
    this.breath(at, 0.05, 0.42, 850, { q: 1.5, rise: 0.001 });
  }
  private hop(at: number): void {
    this.tone(at, 300, 0.24, 0.32, { to: 760, rise: 0.03 });
    this.tone(at, 604, 0.2, 0.08, { to: 1500, rise: 0.03 });
  }
  private fish(at: number): void {
    [0, 0.09, 0.18].forEach((when, i) =>
      this.tone(at + when, 640 * 1.26 ** i, 0.12, 0.34, { to: 1000 * 1.26 ** i, rise: 0.006 }),
    );
    this.note(at + 0.27, 12, 0.12, 0.8);
  }
  private low(at: number): void {
    for (const when of [0, 0.17, 0.34]) this.note(at + when, 7, 0.2, 0.35);
  }
  private tick(at: number): void {
    this.clack(at, 0.34, 1.3);
  }
  /** Rubber that is drawn. */
  private creak(at: number): void {
    this.tone(at, 150, 0.09, 0.3, { to: 215, rise: 0.02, type: 'triangle' });
    this.breath(at, 0.1, 0.34, 620, { to: 900, q: 4, rise: 0.03 });
  }
}
