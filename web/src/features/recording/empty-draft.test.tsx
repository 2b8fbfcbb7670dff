// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { ObserveScreen } from './ObserveScreen';

it('a draft in which nothing is left is not kept, and others are listed by name', async () => {
  const anna = freshPerson('anna');
  const { drafts } = openUserDatabase(anna.id);
  const open = () => renderAs(anna, <ObserveScreen />, { at: '/observe' });
  const type = async (value: string) => fireEvent.change(await screen.findByRole('combobox'), { target: { value } });
  await open();
  await type('wr');
  await waitFor(async () => expect(await drafts.count()).toBe(1));
  await type('');
  cleanup();
  await waitFor(async () => expect(await drafts.count()).toBe(0));

  await open();
  await type('a wren');
  await waitFor(async () => expect(await drafts.count()).toBe(1));
  cleanup();
  await open();
  const [draft] = await drafts.toArray();
  const link = await screen.findByRole('link', { name: /^a wren/ });
  expect(link.getAttribute('href')).toBe(`/observe?draft=${draft!.id}`);
});
