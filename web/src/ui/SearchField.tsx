import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface Props {
  label: string;
  clearLabel: string;
  /** As it is in the address. */
  value: string;
  /** Called when typing pauses, so that the address does not change with every letter. */
  onChange: (text: string) => void;
}

const REST_MS = 200;

export function SearchField({ label, clearLabel, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const lastSent = useRef(value);
  const report = useDebouncedCallback((next: string) => {
    lastSent.current = next;
    onChange(next);
  }, REST_MS);
  // Back and forward change the address without anybody typing.
  useEffect(() => {
    if (value !== lastSent.current) {
      lastSent.current = value;
      setText(value);
    }
  }, [value]);
  const change = (next: string) => {
    setText(next);
    report(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSection={text ? <CloseButton aria-label={clearLabel} onClick={() => change('')} /> : null}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}
