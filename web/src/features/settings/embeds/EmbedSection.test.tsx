// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { listEmbeds, putEmbed } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { EmbedSection } from './EmbedSection';

describe('a counter or map for a website', () => {
  it('is previewed by the address in the code, as the kind that is chosen', async () => {
    const anna = freshPerson('anna');
    for (const [id, name] of [
      [1002, 'Mute swan'],
      [1003, 'Grey heron'],
    ] as const) {
      const taxon = { id, name, scientific_name: name, rank: 'species', group: 'bird', image_url: null } as const;
      await saveObservation(openUserDatabase(anna.id), { taxon_id: id, observed_on: '2026-05-01' }, [], { user: observer(anna), taxon });
    }
    const keys: string[] = [];
    const server = new VeldServer(anna)
      .answer(listEmbeds, () => json({ data: [] }))
      .answer(putEmbed, (url, { body }) => {
        const { key, label, origins } = body as { key: string; label: string; origins: string[] };
        keys.push(key);
        return json({ data: { id: url.pathname.split('/').at(-1)!, label, origins, created_at: '2026-05-01T10:00:00.000Z' } });
      });
    await renderAs(anna, <EmbedSection id="embeds" title="Counter or map" />, { server });
    fireEvent.click(screen.getByRole('button', { name: 'New code' }));
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'garden' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create code' }));

    const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Code for your website' });
    const inCode = () => new DOMParser().parseFromString(code.value, 'text/html').querySelector('iframe')!;
    const preview = () => screen.getByTitle<HTMLIFrameElement>('Veld: anna');
    const compare = () => {
      for (const name of ['src', 'title', 'width', 'height']) expect(preview().getAttribute(name), name).toBe(inCode().getAttribute(name));
      return new URL(preview().src).searchParams;
    };
    expect(Object.fromEntries(compare())).toEqual({ key: keys[0], lang: 'en' });
    for (const [label, type] of [
      ['Map', 'map'],
      ['Species list', 'species'],
      ['Latest records', 'records'],
    ] as const) {
      fireEvent.click(screen.getByLabelText(label));
      expect(compare().get('type')).toBe(type);
      expect(compare().get('taxon')).toBeNull();
    }
    fireEvent.click(await screen.findByLabelText('One species'));
    expect(compare().get('taxon')).toBe('1003');
    fireEvent.change(screen.getByRole('combobox', { name: 'Species' }), { target: { value: '1002' } });
    expect(Object.fromEntries(compare())).toMatchObject({ type: 'species', taxon: '1002' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Colours' }), { target: { value: 'dark' } });
    expect(compare().get('theme')).toBe('dark');
    fireEvent.change(screen.getByRole('combobox', { name: 'Colours' }), { target: { value: 'auto' } });
    expect(compare().get('theme')).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByTitle('Veld: anna')).toBeNull();
    expect(screen.getByRole('button', { name: 'New code' })).toBeDefined();
  });

  it('shows a view of Explore, from the address that Explore leads to', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna)
      .answer(listEmbeds, () => json({ data: [] }))
      .answer(putEmbed, (url, { body }) => {
        const { label, origins } = body as { label: string; origins: string[] };
        return json({ data: { id: url.pathname.split('/').at(-1)!, label, origins, created_at: '2026-05-01T10:00:00.000Z' } });
      });
    const view = new URLSearchParams({ group: 'bird', show: 'species', name: 'Birds & more' }).toString();
    const at = `/settings/embeds?${new URLSearchParams({ view })}`;
    await renderAs(anna, <EmbedSection id="embeds" title="Counter or map" />, { server, at });
    expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('Birds & more');
    fireEvent.click(screen.getByRole('button', { name: 'Create code' }));
    const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Code for your website' });
    const frame = new DOMParser().parseFromString(code.value, 'text/html').querySelector('iframe')!;
    expect(Object.fromEntries(new URL(frame.src).searchParams)).toMatchObject({
      type: 'view',
      group: 'bird',
      show: 'species',
      name: 'Birds & more',
    });
  });
});
