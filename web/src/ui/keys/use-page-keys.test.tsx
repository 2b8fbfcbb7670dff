// @vitest-environment happy-dom
import { fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { usePageKeys } from './use-page-keys';

let pressed: string[] = [];
let show: (name: string) => void;

function Card({ name }: { name: string }) {
  usePageKeys([['s', () => pressed.push(name)]]);
  return (
    <p>
      {name} <input aria-label={name} />
    </p>
  );
}

function Cards() {
  const [name, setName] = useState('one');
  show = setName;
  return <Card key={name} name={name} />;
}

it('keys of the page are about what is shown, from the moment at which it is', async () => {
  pressed = [];
  const { container, getByLabelText } = render(<Cards />);
  fireEvent.keyDown(document.documentElement, { key: 's' });
  expect(pressed).toEqual(['one']);
  // As in the app: React is not asked to finish what it does after drawing.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const drawn = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      document.documentElement.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
      resolve();
    }).observe(container, { childList: true });
  });
  setTimeout(() => show('two'), 0);
  await drawn;
  vi.unstubAllGlobals();
  expect(pressed).toEqual(['one', 'two']);
  fireEvent.keyDown(getByLabelText('two'), { key: 's' });
  expect(pressed, 'nothing while somebody types').toEqual(['one', 'two']);
});
