import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { cssVariablesResolver } from './colours';
import './styles';
import { theme } from './theme';

export const THEME_CHOICES = ['auto', 'light', 'dark', 'contrast'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Also read by public/theme.js before the first paint. */
const KEY = 'veld-theme';

interface Theme {
  /** The user's choice. */
  choice: ThemeChoice;
  setChoice: (choice: ThemeChoice) => void;
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

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return THEME_CHOICES.find((choice) => choice === stored) ?? 'auto';
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
  const [choice, setState] = useState(readChoice);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isSystemContrast = useMedia('(prefers-contrast: more)');

  const scheme = choice === 'dark' || (choice === 'auto' && isSystemDark) ? 'dark' : 'light';
  const isContrast = choice === 'contrast' || (choice === 'auto' && isSystemContrast && scheme === 'light');

  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-veld-contrast', isContrast);
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    if (paper) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
  }, [scheme, isContrast]);

  const value = useMemo<Theme>(() => {
    const setChoice = (next: ThemeChoice) => {
      setState(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage is blocked: the choice lasts until the page is closed.
      }
    };
    return { choice, setChoice, scheme, isContrast };
  }, [choice, scheme, isContrast]);

  return (
    <ThemeContext value={value}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
        {children}
      </MantineProvider>
    </ThemeContext>
  );
}
