// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { listTaxonDistinctions } from '@veld/contract';
import { expect, it } from 'vitest';
import { database } from '../../../local/app/veld';
import { putDistinctions } from '../../../local/guide/kept';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import type { Taxon } from '../../../shared/taxa/data';
import { Distinctions } from './DistinctionTable';

const taxon = (id: number, name: string) => ({ id, name, scientific_name: name, rank: 'species', group: 'bird' }) as unknown as Taxon;
const CHIFFCHAFF = taxon(1157, 'Common chiffchaff');
const WILLOW_WARBLER = taxon(1158, 'Willow warbler');
const ROBIN = taxon(1184, 'European robin');
const PAIR = { taxon_id: 1157, other_id: 1158, rows: [{ character: 'Legs', taxon: 'dark', other: 'pale' }] };

it('shows side by side how two of the species differ, in the order in which they stand', async () => {
  const anna = freshPerson('anna');
  const server = new VeldServer(anna).answer(listTaxonDistinctions, () => json({ data: { pairs: [PAIR] } }));
  await renderAs(anna, <Distinctions taxa={[WILLOW_WARBLER, ROBIN, CHIFFCHAFF]} />, { server });
  const table = await screen.findByRole('table', { name: 'Differences between Willow warbler and Common chiffchaff' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Feature', 'Willow warbler', 'Common chiffchaff']);
  const row = within(table).getByRole('row', { name: /Legs/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['pale', 'dark']);
  expect(screen.getAllByRole('table')).toHaveLength(1);
});

it('shows what is kept without a connection, and nothing of species that are not described', async () => {
  await putDistinctions(database, 'en', [PAIR]);
  await renderAs(
    freshPerson('bram'),
    <>
      <Distinctions taxa={[CHIFFCHAFF, ROBIN]} />
      <Distinctions taxa={[CHIFFCHAFF, WILLOW_WARBLER]} />
    </>,
  );
  expect(await screen.findByRole('table', { name: /chiffchaff and Willow/ })).toBeDefined();
  expect(screen.getAllByRole('heading')).toHaveLength(1);
});
