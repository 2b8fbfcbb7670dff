import { Box, SegmentedControl } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './TabRow.module.css';

interface Props<V extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  value: V;
  tabs: readonly { value: V; label: string }[];
  onChange: (tab: V) => void;
  mt?: string;
}

/** Chooses a part of a screen. Where not all fit, the row scrolls sideways, and the chosen one is in view. */
export function TabRow<V extends string>({ label, value, tabs, onChange, mt }: Props<V>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = row.current?.querySelector<HTMLElement>('label[data-active]')?.parentElement;
    if (row.current && active) row.current.scrollLeft = active.offsetLeft - (row.current.clientWidth - active.offsetWidth) / 2;
  }, [value]);
  return (
    // The row scrolls, not the control in it, whose mark would be misplaced by as much.
    <Box ref={row} className={classes.row} mt={mt}>
      <SegmentedControl
        data-row
        aria-label={label}
        value={value}
        data={[...tabs]}
        onChange={(next) => {
          const tab = tabs.find((one) => one.value === next);
          if (tab) onChange(tab.value);
        }}
      />
    </Box>
  );
}
