import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaxonomyCancel, TaxonomyNews, TaxonomyReply, TaxonomyRequest } from './requests';

/** Replaces the taxonomy worker; answers only when the test says so. */
class StubWorker extends EventTarget {
  static readonly started: StubWorker[] = [];
  readonly received: (TaxonomyRequest | TaxonomyCancel)[] = [];
  isTerminated = false;

  constructor() {
    super();
    StubWorker.started.push(this);
  }

  postMessage(message: TaxonomyRequest | TaxonomyCancel): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(data: TaxonomyReply | TaxonomyNews): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

let search: typeof import('./search');
beforeEach(async () => {
  StubWorker.started.length = 0;
  vi.stubGlobal('Worker', StubWorker);
  vi.resetModules();
  search = await import('./search');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('the worker answers each query of the page, in any order, and reports when results change', async () => {
  const [first, second] = [search.taxonById(1), search.taxonById(2)];
  const [worker] = StubWorker.started;
  expect(worker!.received).toMatchObject([
    { id: 1, method: 'taxonById' },
    { id: 2, method: 'taxonById' },
  ]);
  const changed = vi.fn<() => void>();
  const stop = search.onTaxonomyChange(changed);
  worker!.answer({ news: 'changed' });
  expect(changed).toHaveBeenCalledOnce();
  stop();
  worker!.answer({ news: 'changed' });
  expect(changed).toHaveBeenCalledOnce();

  worker!.answer({ id: 2, ok: true, value: { id: 2 } });
  worker!.answer({ id: 1, ok: false, error: 'The copy is gone' });
  expect(await second).toEqual({ id: 2 });
  await expect(first).rejects.toThrow('The copy is gone');
});

it('queries of a worker that stops are rejected, and the next one starts another', async () => {
  const lost = search.taxonById(1);
  const [worker] = StubWorker.started;
  worker!.dispatchEvent(new Event('error'));
  await expect(lost).rejects.toThrow('The taxonomy worker stopped');
  expect(worker!.isTerminated).toBe(true);
  void search.taxonById(2);
  expect(StubWorker.started[1]!.received).toMatchObject([{ id: 1, method: 'taxonById', args: [2] }]);
});

it('the worker learns of a search that the page no longer needs', async () => {
  const stop = new AbortController();
  const searched = search.searchTaxa('wren', { signal: stop.signal });
  stop.abort();
  await expect(searched).rejects.toMatchObject({ name: 'AbortError' });
  expect(StubWorker.started[0]!.received.at(-1)).toEqual({ cancel: 1 });
});
