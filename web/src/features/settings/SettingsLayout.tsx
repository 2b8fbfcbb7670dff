import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { SettingsIndex } from './SettingsIndex';
import classes from './SettingsLayout.module.css';

/** Whether there is room for the index beside a section. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
}

interface Props {
  /** Above the index; null leaves out both. */
  header: ReactNode;
  /** The id of the section if the address does not contain it. */
  shown?: string | undefined;
  /** The section; beside the index, or alone where there is no room. */
  children?: ReactNode;
}

/**
 * The index of the settings, and beside it a section. The section stays the same one when the index comes or goes, because it may
 * have unsaved input, or a key that is shown only once.
 */
export function SettingsLayout({ header, shown, children }: Props) {
  return (
    <div className={classes.layout}>
      {header && (
        <div className={classes.index}>
          {header}
          <SettingsIndex shown={shown} />
        </div>
      )}
      {children && <div className={classes.section}>{children}</div>}
    </div>
  );
}
