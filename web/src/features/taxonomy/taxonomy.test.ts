import { IMPORT_PART_BYTES } from '@veld/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../local/net/call-error';
import { api } from '../../local/app/veld';
import { prepareSending, faultTextKey, suggestSourceName } from './data';

describe('uploading a species list', () => {
  afterEach(() => vi.restoreAllMocks());

  it('names the source after its file', () => {
    expect(suggestSourceName('Flora of the Fen (2026).csv.gz')).toBe('flora-of-the-fen-2026');
    expect(suggestSourceName('été.zip')).toBe('t');
    expect(suggestSourceName(`${'x'.repeat(90)}.zip`)).toHaveLength(60);
  });

  it('sends parts from the offset that the server reports, and resumes after an interruption', async () => {
    const file = new File([new Uint8Array(IMPORT_PART_BYTES + 10)], 'list.csv');
    const offsets: number[] = [];
    const ids = new Set<string>();
    let received = 0;
    let isCut = true;
    vi.spyOn(api, 'call').mockImplementation((async (
      _route: unknown,
      input: { params: { id: string }; query?: { offset: number }; body: unknown },
    ) => {
      ids.add(input.params.id);
      if (!input.query) return { data: { received } };
      offsets.push(input.query.offset);
      if (offsets.length === 2 && isCut) {
        isCut = false;
        throw new CallError('network');
      }
      received = input.query.offset + (input.body as Blob).size;
      return { data: { received } };
    }) as typeof api.call);
    const parts: number[] = [];
    const sending = prepareSending(file, { source: 'list', is_complete: false, default_group: null, default_kingdom: null });
    await expect(sending.send((part) => parts.push(part))).rejects.toThrow(CallError);
    await sending.send((part) => parts.push(part));
    expect(offsets).toEqual([0, IMPORT_PART_BYTES, IMPORT_PART_BYTES]);
    expect([...ids]).toEqual([sending.id]);
    expect(parts.at(-1)).toBe(1);
    expect(received).toBe(file.size);
  });

  it('reports cycles of synonyms and of parents with the same text', () => {
    expect(faultTextKey('accepted_circle')).toBe(faultTextKey('parent_circle'));
    expect(faultTextKey('id_twice')).not.toBe(faultTextKey('accepted_missing'));
  });
});
