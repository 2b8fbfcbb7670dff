import { useSyncExternalStore } from 'react';

/** Sizes of text in percent of that of the browser. */
export const TEXT_SIZES = [90, 100, 115, 130, 150, 175, 200] as const;

/** How the app looks on this device. The theme is a preference of the person, and in ThemeProvider. */
export interface Appearance {
  text: (typeof TEXT_SIZES)[number];
  isStill: boolean;
  isLeftHanded: boolean;
}

/** Also read by public/theme.js before the first paint. */
const KEYS = { text: 'veld-text', isStill: 'veld-motion', isLeftHanded: 'veld-hand' } as const;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function stored(): Appearance {
  return {
    text: TEXT_SIZES.find((size) => String(size) === read(KEYS.text)) ?? 100,
    isStill: read(KEYS.isStill) === 'reduce',
    isLeftHanded: read(KEYS.isLeftHanded) === 'left',
  };
}

let current: Appearance | null = null;
const listeners = new Set<() => void>();

export function appearance(): Appearance {
  return (current ??= stored());
}

/** Changes the appearance at once, and for the next start. */
export function changeAppearance(change: Partial<Appearance>): void {
  current = { ...appearance(), ...change };
  apply(current);
  try {
    localStorage.setItem(KEYS.text, String(current.text));
    localStorage.setItem(KEYS.isStill, current.isStill ? 'reduce' : 'auto');
    localStorage.setItem(KEYS.isLeftHanded, current.isLeftHanded ? 'left' : 'right');
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, appearance);
}

function subscribe(changed: () => void): () => void {
  // Another tab: public/theme.js has applied it there.
  const reread = ({ key }: StorageEvent) => {
    if (key !== null && !Object.values<string>(KEYS).includes(key)) return;
    current = stored();
    changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', reread);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', reread);
  };
}

function apply({ text, isStill, isLeftHanded }: Appearance): void {
  const root = document.documentElement;
  root.style.fontSize = text === 100 ? '' : `${text}%`;
  if (isStill) root.dataset.veldMotion = 'reduce';
  else delete root.dataset.veldMotion;
  if (isLeftHanded) root.dataset.veldHand = 'left';
  else delete root.dataset.veldHand;
}
