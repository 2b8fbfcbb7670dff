import { ActionIcon, Popover } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { FieldError } from '../FieldError';
import type { CellMove, EndEdit } from './table-types';
import classes from './CellEditor.module.css';

interface Props {
  /** Names the cell. */
  label: string;
  /** Saves what was entered, and calls `end` once it is saved. With a fault, it stays open. */
  onSave: (move: CellMove) => void;
  end: EndEdit;
  /** Why it cannot be saved, in words. */
  fault: string | null;
  isWide?: boolean;
  /** Enter with Shift is a new line. */
  isLong?: boolean;
  saveLabel: string;
  cancelLabel: string;
  children: ReactNode;
}

/**
 * The editor of a cell, over the cell. Enter saves and goes down, with Shift up; Tab goes right, with Shift left; Escape changes nothing.
 * A press elsewhere saves.
 */
export function CellEditor(props: Props) {
  const { label, onSave, end, isWide = false, isLong = false } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The grid would move to another cell.
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      end('stay');
      return;
    }
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Tab' && isAtEdge(event.currentTarget, event.shiftKey)) {
      event.preventDefault();
      onSave(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 'Enter' && !(isLong && event.shiftKey) && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      onSave(event.shiftKey ? 'up' : 'down');
    }
  };
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onSave('away')}
      position="bottom-start"
      // From the upper edge of the cell, where the anchor is.
      offset={0}
      closeOnEscape={false}
      returnFocus={false}
      width={isWide ? '28rem' : '20rem'}
      // The anchor has no height, and the row of the cell stays in the document.
      hideDetached={false}
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        p={6}
        className={classes.box}
        // The anchor, which would name it, has no words.
        aria-labelledby={undefined}
        aria-label={label}
        onKeyDown={onKeyDown}
        onDoubleClick={stop}
        onCopy={stop}
        onPaste={stop}
        onMouseDown={stop}
        onFocus={stop}
      >
        <EditorBody {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** What happens in the editor is no concern of the grid around its cell. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

function EditorBody({ onSave, end, fault, saveLabel, cancelLabel, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = findInput(box);
    input?.focus({ preventScroll: true });
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, []);
  // What cannot be saved is corrected where it stands.
  useEffect(() => {
    if (fault !== null && !box.current?.contains(document.activeElement)) findInput(box)?.focus({ preventScroll: true });
  }, [fault]);
  return (
    <>
      <div ref={box} className={classes.line}>
        <div className={classes.input}>{children}</div>
        <ActionIcon tabIndex={-1} aria-label={cancelLabel} onClick={() => end('stay')}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon tabIndex={-1} aria-label={saveLabel} onClick={() => onSave('stay')}>
          <IconCheck size={20} aria-hidden />
        </ActionIcon>
      </div>
      {fault !== null && (
        <div className={classes.fault}>
          <FieldError messages={fault} />
        </div>
      )}
    </>
  );
}

const findInput = (box: RefObject<HTMLElement | null>) => box.current?.querySelector<HTMLElement>('input, textarea, select');

/** Whether Tab would leave the inputs: of a date and its time, the first Tab goes from one to the other. */
function isAtEdge(box: HTMLElement, isBackwards: boolean): boolean {
  const inputs = [...box.querySelectorAll<HTMLElement>('input, textarea, select')];
  return document.activeElement === (isBackwards ? inputs[0] : inputs.at(-1)) || !inputs.includes(document.activeElement as HTMLElement);
}
