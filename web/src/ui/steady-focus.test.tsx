import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useFocusBack, useSteadyFocus } from './steady-focus';

function Check() {
  const box = useRef<HTMLDivElement>(null);
  const [isSure, setSure] = useState(false);
  useSteadyFocus(box);
  return (
    <div ref={box}>
      <section aria-label="Count">
        {isSure ? <p>You are sure.</p> : <button onClick={() => setSure(true)}>I am sure</button>}
        <button>One more</button>
      </section>
    </div>
  );
}

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return <Modal opened onClose={onClose} title="Species" closeButtonProps={{ 'aria-label': 'Close' }} />;
}

function Opener({ isGone = false }: { isGone?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [hasButton, setButton] = useState(true);
  const close = () => {
    if (isGone) setButton(false);
    setOpen(false);
  };
  return (
    <MantineProvider env="test">
      <section aria-label="Photos">{hasButton && <button onClick={() => setOpen(true)}>Open</button>}</section>
      {isOpen && <Dialog onClose={close} />}
    </MantineProvider>
  );
}

describe('the focus', () => {
  it('stays in its section when the button that had it is done', async () => {
    render(<Check />);
    const button = screen.getByRole('button', { name: 'I am sure' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Count' })));
  });

  it('is not pulled back by what goes away after its person has left', async () => {
    render(<Check />);
    const button = screen.getByRole('button', { name: 'I am sure' });
    button.focus();
    button.blur();
    await Promise.resolve();
    fireEvent.click(button);
    await screen.findByText('You are sure.');
    await new Promise((done) => setTimeout(done));
    expect(document.activeElement).toBe(document.body);
  });

  it.each([false, true])('is back once a dialog closes; the button that opened it is gone: %s', async (isGone) => {
    render(<Opener isGone={isGone} />);
    const button = screen.getByRole('button', { name: 'Open' });
    button.focus();
    fireEvent.click(button);
    const close = await screen.findByRole('button', { name: 'Close' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    fireEvent.click(close);
    const back = isGone ? screen.getByRole('region', { name: 'Photos' }) : button;
    await waitFor(() => expect(document.activeElement).toBe(back));
  });
});
