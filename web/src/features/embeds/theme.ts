import type { EmbedTheme } from './options';

/** Sets the attributes that the tokens are chosen by. */
export function applyTheme(theme: EmbedTheme): void {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light');
  root.toggleAttribute('data-veld-contrast', theme === 'contrast');
}
