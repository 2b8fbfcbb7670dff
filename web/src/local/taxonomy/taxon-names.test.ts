import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Taxon } from './search';
import { TaxonNames } from './taxon-names';

const ask = vi.fn<(ids: readonly number[]) => Promise<Taxon[]>>();
/** A taxonomy that knows these names. */
const answerWith = (known: Record<number, string>) =>
  ask.mockImplementation(async (ids) => ids.flatMap((id) => (known[id] ? [{ id, name: known[id] } as Taxon] : [])));

let names: TaxonNames;
beforeEach(() => {
  ask.mockReset();
  answerWith({ 1: 'Wren', 2: 'Robin' });
  names = new TaxonNames(ask);
});

/** Watches taxa until their names are looked up. */
const look = (...ids: number[]) =>
  new Promise<() => void>((done) => {
    const end = names.watch(ids, () => done(end));
  });

describe('names of taxa', () => {
  it('are looked up in one query for all that appear together, and are known from then on', async () => {
    expect(names.get(1)).toBeNull();
    await Promise.all([look(1), look(2), look(1, 99)]);
    expect(ask.mock.calls).toEqual([[[1, 2, 99]]]);
    expect([1, 2, 99].map((id) => names.get(id)?.name)).toEqual(['Wren', 'Robin', undefined]);
    await look(1, 2, 99, 3);
    expect(ask.mock.calls.slice(1)).toEqual([[[3]]]);
  });

  it('stay until the changed copies have answered, and are forgotten if nothing shows them', async () => {
    const end = await look(1);
    await look(2);
    end();
    answerWith({ 1: 'Winterkoning', 2: 'Roodborst' });
    names.refresh();
    expect([names.get(1), names.get(2)?.name]).toEqual([null, 'Robin']);
    await vi.waitFor(() => expect(names.get(2)?.name).toBe('Roodborst'));
    expect(ask.mock.calls.at(-1)).toEqual([[2]]);
  });

  it('are asked again after a failed query', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    ask.mockRejectedValueOnce(new Error('No database'));
    await look(1);
    expect([names.get(1), errors.mock.calls.length]).toEqual([null, 1]);
    await look(1);
    expect(names.get(1)?.name).toBe('Wren');
  });

  it('of a newer copy are not replaced by an older answer', async () => {
    let answerOld: (taxa: Taxon[]) => void = () => {};
    ask.mockReturnValueOnce(new Promise((resolve) => (answerOld = resolve)));
    const watched = look(1);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    answerWith({ 1: 'Winterkoning' });
    names.refresh();
    answerOld([{ id: 1, name: 'Wren' } as Taxon]);
    await watched;
    await vi.waitFor(() => expect(names.get(1)?.name).toBe('Winterkoning'));
  });
});
