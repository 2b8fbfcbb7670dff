import { randomUUID } from 'node:crypto';
import { SENSITIVE_IMPORT_LENGTH } from '@veld/contract';
import { type CasesOf, json, ofRow, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import type { sensitive } from './feature.ts';
import { upsertRules } from './store.ts';

const rule = {
  taxon_id: TAXA.kingfisher.id,
  country_code: 'NL',
  area: null,
  area_name: null,
  months: [3, 4],
  grid_km: 20 as const,
  reason: 'disturbance',
};

const HEAD = 'scientific_name,country,months,grid_km,reason\n';
const LINE = `${TAXA.heron.scientific_name},NL,3-7,20,disturbance\n`;

export const cases: CasesOf<typeof sensitive> = {
  'GET /api/sensitive-taxa/:taxonId': query(`/api/sensitive-taxa/${TAXA.kingfisher.id}`),
  'GET /api/admin/sensitive-taxa': plain,
  'PUT /api/admin/sensitive-taxa/:id': {
    request: () => ({ path: `/api/admin/sensitive-taxa/${randomUUID()}`, body: { ...rule, country_code: randomCountry() } }),
    budget: { body: (large, valid) => ({ ...large, taxon_id: rule.taxon_id, area: null, country_code: valid.country_code, months: [5] }) },
  },
  'DELETE /api/admin/sensitive-taxa/:id': {
    ...ofRow(({ veld }, id) => veld.db.transaction().execute((tx) => upsertRules(tx, [{ ...rule, id, country_code: randomCountry() }]))),
    request: () => ({}),
  },
  'POST /api/admin/sensitive-taxa/import': {
    ...json({ csv: `${HEAD}${LINE}`, is_dry_run: true, replaces: false, skips_unknown: false }),
    // As many lines as one import may have, and one text in them that fills it.
    budget: { body: (large) => ({ ...large, csv: (HEAD + LINE.repeat(15_000)).padEnd(SENSITIVE_IMPORT_LENGTH, 'x'), is_dry_run: true }) },
  },
  'GET /api/admin/sensitive-taxa/export': plain,
};

/** Two rules about the same would be a conflict. */
function randomCountry(): string {
  const letter = () => String.fromCharCode(65 + Math.floor(Math.random() * 26));
  return letter() + letter();
}
