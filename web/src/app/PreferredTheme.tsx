import { useEffect } from 'react';
import { auth } from '../local/app/veld';
import { useTheme } from '../ui/ThemeProvider';

/** Applies the user's theme preference, at login and when it is changed on another device. */
export function PreferredTheme() {
  const { setChoice } = useTheme();
  useEffect(
    () =>
      auth.store.subscribe((after, before) => {
        const theme = after.user?.preferences.theme;
        if (before.isReady && theme && theme !== before.user?.preferences.theme) setChoice(theme);
      }),
    [setChoice],
  );
  return null;
}
