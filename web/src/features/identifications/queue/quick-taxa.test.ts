// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { frequencyCell, type TaxonSummary } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { createCopyNotifier } from '../../../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../../local/taxonomy/testing';
import { storeFrequencies } from '../../../local/testing/frequencies';
import { bram, freshPerson, observer } from '../../../local/testing/people';
import { signIn } from '../../../testing/render-as';
import type { AnyObservation } from '../../../shared/records/record-labels';
import type { RecordIdentifications } from '../data';
import { isCoarser, useQuickTaxa } from './use-keys';

const [ROBIN, WREN, TIT, OAK, GOOSE] = [7, 8, 9, 10, 11];
const announce = createCopyNotifier();
const device = new Device();
beforeAll(async () => {
  device.db = new TaxonomyDatabase();
  device.server.taxa = [ROBIN, WREN, TIT, OAK, GOOSE].map((id) =>
    remoteTaxon(id, { sci: `Species ${id}`, en: `Name ${id}` }, { group: id === OAK ? 'tree' : 'bird' }),
  );
  await device.tab('one', { announce }).tick();
});
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

const taxon = (id: number): TaxonSummary => ({
  id,
  name: `Name ${id}`,
  scientific_name: `Species ${id}`,
  rank: 'species',
  group: 'bird',
  image_url: null,
});
const says = (id: number, is_withdrawn = false) => ({ taxon: taxon(id), is_withdrawn });
const found = (community: TaxonSummary | null, list: ReturnType<typeof says>[]) =>
  ({ community, list }) as unknown as RecordIdentifications;
const CELL = frequencyCell(52.09, 5.12);
const count = (taxon_id: number, lists: number) => ({ taxon_id, cell: CELL, slot: 42, records: lists, lists, people: 1 });

describe('the names that are one key away', () => {
  it('are those so far, each once, then the likely species of the group where and when it was seen', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    await storeFrequencies(openUserDatabase(anna.id), 'NL', [
      count(0, 40),
      count(WREN, 20),
      count(TIT, 10),
      count(OAK, 30),
      count(GOOSE, 9),
    ]);
    await signIn(anna);
    const record = {
      user: observer(bram),
      taxon: taxon(ROBIN),
      observed_on: '2026-11-24',
      latitude: 52.09,
      longitude: 5.12,
      country_code: 'NL',
    } as AnyObservation;
    const quick = (more: Partial<AnyObservation>, said: RecordIdentifications) =>
      renderHook(() => useQuickTaxa({ ...record, ...more } as AnyObservation, said).map((one) => [one.taxon.id, one.from]));
    const said = found(taxon(TIT), [says(ROBIN), says(TIT), says(GOOSE, true)]);
    const near = quick({}, said);
    await waitFor(() =>
      expect(near.result.current).toEqual([
        [ROBIN, 'observer'],
        [TIT, 'community'],
        [WREN, 'likely'],
        [GOOSE, 'likely'],
      ]),
    );
    const elsewhere = quick({ country_code: null, latitude: null, longitude: null }, said);
    const unnamed = quick({ taxon: null }, found(null, []));
    expect([elsewhere.result.current.length, unnamed.result.current]).toEqual([2, []]);
  });

  it('are coarser if they contain one of the names so far', () => {
    const lineages = [
      [
        { id: 1, rank: 'genus' },
        { id: ROBIN, rank: 'species' },
      ],
    ];
    expect([isCoarser(1, lineages), isCoarser(ROBIN, lineages), isCoarser(WREN, lineages)]).toEqual([true, false, false]);
  });
});
