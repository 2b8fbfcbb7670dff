import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import classes from './ShownOnce.module.css';

interface Props {
  /** What the text is, for screen readers. */
  label: string;
  text: string;
  /** Says that the text can't be shown again. */
  hint: string;
  copyLabel: string;
  copiedLabel: string;
  doneLabel: string;
  onDone: () => void;
}

/** A text with a secret, to be copied before it is gone. */
export function ShownOnce({ label, text, hint, copyLabel, copiedLabel, doneLabel, onDone }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => {
    // Without permission for the clipboard, the text can be selected on the page.
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  };
  return (
    <div className={classes.box} role="status">
      <p>{hint}</p>
      <Textarea
        classNames={{ input: classes.text }}
        aria-label={label}
        autosize
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button onClick={copy}>{isCopied ? copiedLabel : copyLabel}</Button>
        <Button variant="default" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}
