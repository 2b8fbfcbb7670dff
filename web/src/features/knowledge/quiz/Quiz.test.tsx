// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getTaxonImage, listTaxonDescriptions, listTaxonDistinctions, type TaxonRow, type User } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { readQuiz, startRound } from '../../../local/guide/quiz';
import { createCopyNotifier } from '../../../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../../local/taxonomy/testing';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import KnowledgeScreen from '../KnowledgeScreen';

const announce = createCopyNotifier();
const device = new Device();
const credited = (id: number): Partial<TaxonRow> => ({ image_url: `/api/taxon/${id}/image`, image_attribution: `Chen ${id}, CC-BY-4.0` });

/** Twelve birds with a picture, one of which lacks the licence, and a moss without a picture. */
beforeAll(async () => {
  device.db = new TaxonomyDatabase();
  device.session.locale = 'en';
  device.server.pageSize = 50;
  device.server.taxa = [
    ...Array.from({ length: 12 }, (_, at) => remoteTaxon(at + 1, { en: `Bird ${at + 1}`, sci: `Avis ${at + 1}` }, credited(at + 1))),
    remoteTaxon(13, { en: 'Bird 13', sci: 'Avis 13' }, { ...credited(13), image_attribution: 'Chen' }),
    remoteTaxon(14, { en: 'Moss', sci: 'Bryum 14' }, { group: 'moss' }),
  ];
  await device.tab('one', { announce }).tick();
});
// The app's search, which other tests in the same worker use too, learns that the copy is gone.
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

/** A server with pictures, and texts about birds and how two of them differ. */
function serverOf(anna: User, hasPicture: (id: number) => boolean = () => true): VeldServer {
  return new VeldServer(anna)
    .answer(getTaxonImage, ({ pathname }) =>
      hasPicture(Number(pathname.split('/')[3])) ? { status: 200, body: 'webp' } : problem(404, 'not_found'),
    )
    .answer(listTaxonDescriptions, () => json({ data: { 1: 'Red breast.', 2: 'Blue cap.' } }))
    .answer(listTaxonDistinctions, () =>
      json({ data: { pairs: [{ taxon_id: 2, other_id: 1, rows: [{ character: 'Legs', taxon: 'pale', other: 'dark' }] }] } }),
    );
}

const question = (taxon_id: number) => ({ taxon_id, options: [1, 2, 3, 4], asks: 'vernacular' as const });
const quizOf = (anna: User) => readQuiz(openUserDatabase(anna.id));
/** Presses a key once the focus is in the question, to which it goes after the question is shown. */
async function press(key: string): Promise<void> {
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  fireEvent.keyDown(document.activeElement!, { key });
}

describe('the quiz', () => {
  it('makes a round of ten of pictures that load, each with photographer and licence', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz&country=worldwide', server: serverOf(anna, (id) => id !== 3) });
    expect(await screen.findByText('12 species can be asked.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText('Question 1 of 10')).toBeDefined();
    const { round } = await quizOf(anna);
    const asked = round!.questions.map(({ taxon_id }) => taxon_id);
    expect(new Set(asked).size).toBe(10);
    for (const unusable of [3, 13, 14]) expect(asked).not.toContain(unusable);
    expect(screen.getByText(`Chen ${asked[0]}, CC BY 4.0`)).toBeDefined();
    // Neither the picture nor its text gives the answer away.
    expect(screen.getByRole('img').getAttribute('alt')).toBe('Picture to identify');
  });

  it('offers names, with the reason, when too few pictures can be had', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz&country=worldwide', server: serverOf(anna, (id) => id < 4) });
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByText(/needs ten species with a credited picture, and here 3 have one/)).toBeDefined();
    expect((await quizOf(anna)).round).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Practise names' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('heading', { name: /^Which (scientific )?name belongs to this/ })).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('answers by key, says what is right and what distinguishes the species, and counts first answers', async () => {
    const anna = freshPerson('anna');
    await startRound(openUserDatabase(anna.id), { mode: 'picture', is_practice: false, questions: [question(1), question(2)] });
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz', server: serverOf(anna) });
    const heading = await screen.findByRole('heading', { name: 'Which species is this?' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await press('2');
    const verdict = await screen.findByText('Wrong, it’s Bird 1.');
    const status = within(verdict.closest('[role=status]')!);
    expect(await status.findByText('Red breast.')).toBeDefined();
    const differences = await status.findByRole('table', { name: 'Differences between Bird 1 and Bird 2' });
    expect(within(differences).getByRole('row', { name: 'Legs dark pale' })).toBeDefined();
    expect(status.getByText('Blue cap.')).toBeDefined();
    expect(status.getByRole('link', { name: 'Compare the two' }).getAttribute('href')).toBe('/knowledge?compare=1,2');
    expect(status.getByRole('link', { name: /^Bird 1/ }).getAttribute('href')).toBe('/species/1');
    expect(status.getByRole('link', { name: /^Bird 1/ }).querySelector('img')?.src).toContain('/api/taxon/1/image');
    await press('1');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Next'));
    // Right below the answers, so that no text pushes it away.
    const isBefore = document.activeElement!.compareDocumentPosition(verdict) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(isBefore).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Question 2 of 2')).toBeDefined();
    await press('2');
    expect(await screen.findByText('Right, it’s Bird 2.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'See the result' }));
    expect(await screen.findByRole('heading', { name: '1 of 2 right' })).toBeDefined();
    expect(screen.getByRole('link', { name: /Bird 1/ })).toBeDefined();
    expect(Object.entries((await quizOf(anna)).picture).map(([id, { level }]) => [id, level])).toEqual([
      ['1', 0],
      ['2', 1],
    ]);
  });

  it('continues after a reload, and practises what was wrong without counting it', async () => {
    const anna = freshPerson('anna');
    await startRound(openUserDatabase(anna.id), { mode: 'picture', is_practice: false, questions: [question(1), question(2)] });
    const { unmount } = await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz', server: serverOf(anna) });
    fireEvent.click(await screen.findByRole('button', { name: /Bird 4/ }));
    await screen.findByText('Wrong, it’s Bird 1.');
    act(unmount);
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz' });
    expect(await screen.findByText('Question 2 of 2')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: /Bird 2/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'See the result' }));
    const before = (await quizOf(anna)).picture;
    fireEvent.click(await screen.findByRole('button', { name: 'Practise these' }));
    expect(await screen.findByText('Question 1 of 1 · Practice, doesn’t count')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: /Bird 1/ }));
    await screen.findByText('Right, it’s Bird 1.');
    expect((await quizOf(anna)).picture).toEqual(before);
  });

  it('works with names and without a connection', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <KnowledgeScreen />, { at: '/knowledge?view=quiz&mode=name&country=worldwide' });
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('Question 1 of 10');
    const { round } = await quizOf(anna);
    const [{ taxon_id: id, options, asks }] = round!.questions as [(typeof round & object)['questions'][number]];
    const shown = screen.getAllByRole('listitem').map((item) => item.textContent.slice(1));
    const nameOf = (one: number) => (one === 14 ? ['Moss', 'Bryum 14'] : [`Bird ${one}`, `Avis ${one}`])[asks === 'vernacular' ? 0 : 1];
    expect(shown).toEqual(options.map(nameOf));
    await press(String(options.indexOf(id) + 1));
    expect(await screen.findByText(/^Right, it’s /)).toBeDefined();
    expect(Object.keys((await quizOf(anna)).name)).toEqual([String(id)]);
  });
});
