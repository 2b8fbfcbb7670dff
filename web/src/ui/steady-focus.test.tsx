// @vitest-environment happy-dom
import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { focusFirstByKeyboard, steadyFocus, useFocusBack } from './steady-focus';

function Check() {
  const [isSure, setSure] = useState(false);
  return (
    <div ref={steadyFocus}>
      <section aria-label="Count">
        {isSure ? <p>You are sure.</p> : <button onClick={() => setSure(true)}>I am sure</button>}
        <button>One more</button>
      </section>
    </div>
  );
}

/** Lines that can be taken away, and a button that is off while it works. */
function Lines({ names, work = () => Promise.resolve() }: { names: string[]; work?: () => Promise<unknown> }) {
  const [left, setLeft] = useState(names);
  const [isBusy, setBusy] = useState(false);
  return (
    <div ref={steadyFocus}>
      <h1>Outbox</h1>
      {left.length > 0 && (
        <ul>
          {left.map((name) => (
            <li key={name}>
              <button onClick={() => setLeft(left.filter((one) => one !== name))}>{name}</button>
            </li>
          ))}
        </ul>
      )}
      <button
        disabled={isBusy}
        onClick={() => {
          setBusy(true);
          void work().finally(() => setBusy(false));
        }}
      >
        Send
      </button>
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
  it('moves to the section when the focused button disappears', async () => {
    render(<Check />);
    const button = screen.getByRole('button', { name: 'I am sure' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Count' })));
  });

  it('moves to the next item when an item is removed, to the previous one after the last, and to the heading when none is left', async () => {
    render(<Lines names={['wren', 'robin', 'blackbird']} />);
    const take = (name: string) => {
      const button = screen.getByRole('button', { name });
      button.focus();
      fireEvent.click(button);
    };
    take('wren');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('robin'));
    take('blackbird');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('robin'));
    take('robin');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Outbox' })));
  });

  it('returns to a button that was disabled while it worked', async () => {
    const work = Promise.withResolvers<void>();
    render(<Lines names={['wren']} work={() => work.promise} />);
    const send = screen.getByRole('button', { name: 'Send' });
    send.focus();
    fireEvent.click(send);
    await waitFor(() => expect(send).toHaveProperty('disabled', true));
    // As browsers do with what is off.
    send.blur();
    work.resolve();
    await waitFor(() => expect(document.activeElement).toBe(send));
  });

  it('is not pulled back when an element disappears after the focus has left it', async () => {
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

  it.each([false, true])('returns when a dialog closes; the button that opened it is gone: %s', async (isGone) => {
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

it.each([false, true])('goes to the first field of a screen only without a touch keyboard; touch: %s', (isTouch) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTouch && query === '(pointer: coarse)' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { container } = render(<input aria-label="Label" />);
  focusFirstByKeyboard(container);
  expect(document.activeElement === screen.getByLabelText('Label')).toBe(!isTouch);
});
