import type { TallyView } from '../../local/device/tally-view';

let audio: AudioContext | null = null;

/** Tells that one was counted or taken back, so that the person need not look: a short tone, higher for one more, and a vibration. */
export function signal(kind: 'more' | 'fewer', { sound, vibration }: Pick<TallyView, 'sound' | 'vibration'>): void {
  if (vibration) navigator.vibrate?.(kind === 'more' ? 12 : [12, 60, 12]);
  if (sound) tone(kind === 'more' ? 1320 : 660);
}

const TONE_S = 0.06;

function tone(hertz: number): void {
  // Browsers allow sounds only after a tap, which this follows.
  audio ??= new AudioContext();
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  oscillator.frequency.value = hertz;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + TONE_S);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(now);
  oscillator.stop(now + TONE_S);
}
