// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  type Expert,
  getConversation,
  listExperts,
  type PublicObservation,
  recordValues,
  type TaxonGroup,
  type Writing,
} from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../../local/db/ids';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { AskExpert } from './AskExpert';
import { MessageButton } from './MessageButton';

const person = { id: bram.id, name: 'bram', is_pro: false };
const bramsRecord: PublicObservation = {
  id: newId(),
  user: observer(bram),
  taxon: { id: 17, name: 'Kingfisher', scientific_name: 'Alcedo atthis', rank: 'species', group: 'bird', image_url: null },
  quality: 'needs_id',
  is_obscured: false,
  media: [],
  place: null,
  country_code: 'NL',
  ...recordValues({ taxon_id: 17, observed_on: '2026-05-01' }),
  created_at: null,
};

describe('the button on a profile', () => {
  const show = async (writing: Writing, hasMessages: boolean) => {
    const anna = freshPerson('anna');
    const sent = {
      id: newId(),
      is_own: true,
      text: 'Hello',
      state: 'sent',
      written_at: '2026-05-02T08:00:00Z',
      about_id: null,
      about: null,
    };
    const server = new VeldServer(anna).answer(getConversation, () =>
      json({ person, writing, is_unread: false, data: hasMessages ? [sent] : [], next_cursor: null }),
    );
    await renderAs(anna, <MessageButton person={person} />, { server });
    await waitFor(() => expect(server.count('GET', '/api/messages')).toBe(1));
  };

  it('leads to the conversation with somebody who accepts messages, or who has had one', async () => {
    await show('open', false);
    expect((await screen.findByRole('link', { name: 'Message: bram' })).getAttribute('href')).toBe(`/messages/${bram.id}`);
  });

  it('is there for what was written before, also if the person accepts none any more', async () => {
    await show('nobody', true);
    expect(await screen.findByRole('link', { name: 'Message: bram' })).toBeDefined();
  });

  it('is not there for somebody who accepts none', async () => {
    await show('followed', false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('asking an expert', () => {
  const open = async (people: Expert[], group: TaxonGroup | null) => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(listExperts, () => json({ data: { people, group } }));
    await renderAs(anna, <AskExpert record={bramsRecord} />, { server });
    expect(server.count('GET', '/api/observations'), 'before it is opened').toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Ask an expert' }));
  };

  it('offers people with the reason, each with the record', async () => {
    await open([{ ...person, is_expert: true, agreed: 12 }], 'bird');
    const link = await screen.findByRole('link', { name: /bram/ });
    expect(link.textContent).toContain('Expert · 12 identifications confirmed by others');
    expect(link.getAttribute('href')).toBe(`/messages/${bram.id}?about=${bramsRecord.id}`);
  });

  it('offers the queue of the community where nobody can be asked', async () => {
    await open([], 'bird');
    expect(await screen.findByText(/^Nobody who knows this group here receives messages from you/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the community’s queue' }).getAttribute('href')).toBe('/identify?group=bird');
  });

  it('says what is missing for a record without a name', async () => {
    await open([], null);
    expect(await screen.findByText(/doesn’t know whom to ask/)).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/identify');
  });
});
