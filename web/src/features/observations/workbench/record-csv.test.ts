import { ObservationDraft } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../../device/csv';
import { newId } from '../../../local/db/ids';
import { savedRow } from '../../../local/records/record-shape';
import { anna, observer } from '../../../local/testing/people';
import { recordRows } from './record-csv';

describe('the export of records', () => {
  it('has a column of its own for each field, negative coordinates as numbers and notes that no spreadsheet runs', () => {
    const draft = ObservationDraft.parse({
      verbatim_name: '@wren',
      latitude: -33.9,
      longitude: 18.4,
      notes: '=HYPERLINK("x")',
      attributes: { breeding_code: 'A1', phenology: 'budding' },
    });
    const facts = { user: observer(anna), taxon: null, now: 1, thumbhashes: new Map<string, string | null>() };
    const [head = [], row = []] = recordRows([savedRow(newId(), draft, undefined, facts)], 'en');
    expect(new Set(head).size).toBe(head.length);
    const at = (column: string) => row[head.indexOf(column)];
    expect(at('decimalLatitude')).toBe(-33.9);
    const text = formatCsv([[at('verbatimIdentification'), at('decimalLatitude'), at('occurrenceRemarks')]]);
    expect(text).toBe(`'@wren,-33.9,"'=HYPERLINK(""x"")"\r\n`);
    expect([at('reproductiveCondition'), at('phenology')]).toEqual(['A1', 'budding']);
  });
});
