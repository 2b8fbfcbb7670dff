import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { cssVariablesResolver } from './colours';
import './styles';
import { theme } from './theme';

export const THEME_WISHES = ['auto', 'light', 'dark', 'contrast'] as const;
export type ThemeWish = (typeof THEME_WISHES)[number];

/** Also read by public/theme.js before the first paint. */
const KEY = 'veld-theme';

interface Theme {
  /** The user's choice. */
  wish: ThemeWish;
  setWish: (wish: ThemeWish) => void;
  /** The current colour scheme. */
  scheme: 'light' | 'dark';
  isContrast: boolean;
}

const ThemeContext = createContext<Theme | null>(null);

export function useTheme(): Theme {
  const value = useContext(ThemeContext);
  if (!value) throw new Error('useTheme needs a ThemeProvider around it');
  return value;
}

function readWish(): ThemeWish {
  try {
    const stored = localStorage.getItem(KEY);
    return THEME_WISHES.find((wish) => wish === stored) ?? 'auto';
  } catch {
    return 'auto';
  }
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [wish, keepWish] = useState(readWish);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isSystemContrast = useMedia('(prefers-contrast: more)');

  const scheme = wish === 'dark' || (wish === 'auto' && isSystemDark) ? 'dark' : 'light';
  const isContrast = wish === 'contrast' || (wish === 'auto' && isSystemContrast && scheme === 'light');

  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-veld-contrast', isContrast);
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    if (paper) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
  }, [scheme, isContrast]);

  const value = useMemo<Theme>(() => {
    const setWish = (next: ThemeWish) => {
      keepWish(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage is blocked: the choice lasts until the page is closed.
      }
    };
    return { wish, setWish, scheme, isContrast };
  }, [wish, scheme, isContrast]);

  return (
    <ThemeContext value={value}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
        {children}
      </MantineProvider>
    </ThemeContext>
  );
}
