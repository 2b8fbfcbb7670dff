// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { checkRegistration } from '@veld/contract';
import { Menu } from '@mantine/core';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { readRecordQuery } from '../../shared/record-filter/record-query';
import { notifier } from '../../shared/session/session';
import { renderAs } from '../../testing/render-as';
import { EmbedItem } from './EmbedItem';

const Where = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

describe('the code of a view for another website', () => {
  const anna = freshPerson('anna');
  const said = vi.spyOn(notifier, 'show');
  let allows_browsing = false;
  const server = new VeldServer(anna).answer(checkRegistration, () =>
    json({ data: { registration: 'open', can_register: true, allows_browsing } }),
  );
  beforeEach(() => said.mockClear());

  const embed = async (filter: string) => {
    const query = readRecordQuery(new URLSearchParams(filter), []);
    expect(query.unread).toEqual([]);
    const view = (
      <>
        <Menu opened>
          <Menu.Dropdown>
            <EmbedItem query={query} show="species" />
          </Menu.Dropdown>
        </Menu>
        <Where />
      </>
    );
    const { unmount } = await renderAs(anna, view, { at: '/explore', server, routes: { '/settings/embeds': <Where /> } });
    fireEvent.click(screen.getByRole('menuitem', { name: 'Embed' }));
    return unmount;
  };

  it('is refused, with the reason, for what is about a person, and for the records of others where visitors see none', async () => {
    for (const filter of ['unseen=1', `user_id=${anna.id}&hidden=1`, 'polygon=5 52,6 52,6 53', 'around=52.0900,5.1200,5']) {
      const unmount = await embed(filter);
      await vi.waitFor(() => expect(said.mock.calls.at(-1)?.[1], filter).toMatch(/no account/));
      unmount();
    }
    const unmount = await embed('group=bird');
    await vi.waitFor(() => expect(said.mock.calls.at(-1)?.[1]).toMatch(/only your own/));
    expect(screen.getByRole('status').textContent).toBe('/explore');
    unmount();
  });

  it('is made in the settings, with the filter and a name that says it', async () => {
    const own = await embed(`user_id=${anna.id}&year=2026`);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain('/settings/embeds'));
    own();
    allows_browsing = true;
    await embed('group=bird&country=NL');
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain('/settings/embeds'));
    const view = new URLSearchParams(new URL(screen.getByRole('status').textContent, 'http://veld.example').searchParams.get('view')!);
    expect(Object.fromEntries(view)).toEqual({ group: 'bird', country: 'NL', show: 'species', name: 'Birds · Netherlands' });
    expect(said).not.toHaveBeenCalled();
  });
});
