import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useRef } from 'react';

interface Props {
  label: string;
  /** As `accept` of an input. */
  accept: string;
  isReading: boolean;
  /** That of importing by default. */
  icon?: ReactNode;
  onFile: (file: File) => void;
}

/** A button to choose a file. */
export function FileButton({ label, accept, isReading, icon = <IconFileImport size={20} aria-hidden />, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? [];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (chosen) onFile(chosen);
  };
  return (
    <>
      <input ref={input} type="file" accept={accept} hidden aria-label={label} onChange={pick} />
      <Button variant="default" leftSection={icon} loading={isReading} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
