// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar, pickTone } from './Avatar';

const ids = Array.from({ length: 40 }, (_, index) => `0199c0de-0000-7000-8000-${String(index).padStart(12, '0')}`);

test('a person keeps the colour when they change their name, at any size', () => {
  const tone = (name: string, size: 'small' | 'large') =>
    render(<Avatar person={{ id: ids[0]!, name }} size={size} />).container.firstElementChild!.getAttribute('data-tone');
  expect([tone('Anna de Wit', 'small'), tone('Anna Bos', 'large')]).toEqual([pickTone(ids[0]!), pickTone(ids[0]!)]);
});

test('people have different colours', () => {
  expect(new Set(ids.map(pickTone))).toEqual(new Set(['moss', 'ochre', 'water', 'brick']));
});
