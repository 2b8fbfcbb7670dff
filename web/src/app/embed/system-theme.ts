import { applyTheme } from '../../features/embeds/theme';

/** Changes the theme with the reader's system. Before the first paint, public/theme.js has applied it. */
export function followSystemTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const follow = () => applyTheme(dark.matches ? 'dark' : contrast.matches ? 'contrast' : 'light');
  dark.addEventListener('change', follow);
  contrast.addEventListener('change', follow);
}
