// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Markdown } from '../ui/markdown/Markdown';
import { CommentText } from '../features/comments/CommentRow';
import DashboardScreen from '../features/dashboard/DashboardScreen';
import MyJourneysScreen from '../features/journeys/MyJourneysScreen';
import { storedJourney, walkedTrack } from '../features/journeys/testing/journeys';
import { AboutPerson, Portrait } from '../features/profile/AboutPerson';
import ProfileScreen from '../features/profile/ProfileScreen';
import ObservationScreen from '../features/observations/ObservationScreen';
import { ObserveForm } from '../features/recording/ObserveForm';
import { formAtNoon, recordOfForm } from '../features/recording/testing/records';
import { openUserDatabase } from '../local/db/database';
import { newId } from '../local/db/ids';
import { saveDraft } from '../local/records/drafts';
import { freshPerson, observer } from '../local/testing/people';
import { renderAs } from '../testing/render-as';
import { PageHeader } from '../ui/PageHeader';
import { SentEntry } from '../ui/SentEntry';

/** Shown from left to right, the digit and the marks would be at the wrong end. */
const RTL = 'שלום עולם (2)!';
const anna = freshPerson('anna');

/** Elements that show the text without letting it have its own direction. */
function undirected(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.textContent!.includes(RTL) && !node.parentElement!.closest('[dir=auto]')) found.push(node.parentElement!.outerHTML);
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
    if (field.value.includes(RTL) && field.dir !== 'auto') found.push(field.outerHTML);
  return found;
}

const draft = { verbatim_name: RTL, notes: RTL, private_notes: RTL };
const record = { ...recordOfForm({ taxon: null, ...draft }), user: observer(anna) };

it.each<[string, ReactNode, number]>([
  ['the page of a record', <ObservationScreen key="page" />, 3],
  ['the records on the profile', <ProfileScreen key="profile" />, 1],
  ['Today, with a record and a draft', <DashboardScreen key="today" />, 2],
  ['the list of journeys', <MyJourneysScreen key="journeys" />, 1],
  [
    'the form of a record',
    <ObserveForm
      key="form"
      start={{
        draftId: newId(),
        recordId: null,
        values: formAtNoon({ taxon: null, taxon_text: RTL, notes: RTL, private_notes: RTL }),
        isStored: true,
      }}
      onDraftStored={() => {}}
      onSaved={() => {}}
      onDiscarded={() => {}}
    />,
    2,
  ],
  ['a comment', <CommentText key="comment" text={RTL} mentions={[]} />, 1],
  ['an article', <Markdown key="article" text={RTL} />, 1],
  [
    'a person',
    <div key="person">
      <Portrait person={{ id: anna.id, name: RTL }} picture={null} mark={null} line="Utrecht" />
      <AboutPerson bio={RTL} languages={[]} orcid={null} links={[]} />
    </div>,
    2,
  ],
  ['the title of a page', <PageHeader key="title" title={RTL} />, 1],
  [
    'a message',
    <SentEntry key="message" title="Idea" state="sent" stateLabel="Sent" text={RTL} at="2026-05-01T10:00:00Z" when="today" />,
    1,
  ],
])('%s shows texts of people in their own direction', async (_, shown, least) => {
  const database = openUserDatabase(anna.id);
  await database.observations.put(record);
  await saveDraft(database, { id: newId(), observation_id: null, values: { verbatim_name: RTL }, photo_ids: [], updated_at: 1 });
  await storedJourney(database, { name: RTL, notes: RTL }, walkedTrack(2));
  await renderAs(anna, shown, { at: `/observations/${record.id}` });
  const count = () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].filter(({ value }) => value.includes(RTL));
    return document.body.textContent.split(RTL).length - 1 + fields.length;
  };
  await waitFor(() => expect(count()).toBeGreaterThanOrEqual(least));
  expect(undirected()).toEqual([]);
});

/** What people write, as the only content of an element. */
const WRITTEN =
  /<(\w+)((?:\s+[\w-]+(?:=(?:"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\}))?)*)\s*>\s*\{((?:[\w?!]+\.)*(?:(?:user|person|observer|author|owner|journey|project)\??\.name|notes|private_notes|caption|bio|comment|description))\}\s*<\//g;

it('no element shows the name, the notes or another text of a person without its own direction', () => {
  const root = join(import.meta.dirname, '..');
  const faults = globSync('**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(WRITTEN)].flatMap(([, tag, attributes, text]) =>
      attributes!.includes('dir="auto"') || tag === 'option' ? [] : [`${file}: <${tag}> with {${text}}`],
    ),
  );
  expect(faults).toEqual([]);
});
