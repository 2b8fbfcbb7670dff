import type { TaxonRecord } from './record.ts';

/**
 * Displayed names, one a row, unique: where two taxa bear the same name both get a label, the group where that tells
 * them apart, else the scientific name, else the family or the id (decisions.md section 4).
 */
export function displayedNames(
  names: readonly string[],
  recordAt: (row: number) => TaxonRecord,
  groupLabels: Readonly<Record<string, string>>,
): string[] {
  const displayed = [...names];
  const taken = new Set(names);
  for (const rows of sharedBy(names)) {
    const candidates = rows.map((row) => labelled(recordAt(row), groupLabels));
    const uses = new Map<string, number>();
    for (const candidate of candidates.flat()) uses.set(candidate, (uses.get(candidate) ?? 0) + 1);
    for (const [at, row] of rows.entries()) {
      const free = candidates[at]?.find((candidate) => uses.get(candidate) === 1 && !taken.has(candidate));
      const name = free ?? `${names[row] ?? ''} (${recordAt(row).id})`;
      taken.add(name);
      displayed[row] = name;
    }
  }
  return displayed;
}

/** The rows of each name that more than one row bears. */
function sharedBy(names: readonly string[]): Iterable<number[]> {
  const first = new Map<string, number>();
  const shared = new Map<string, number[]>();
  for (const [row, name] of names.entries()) {
    const before = first.get(name);
    const rows = shared.get(name);
    if (rows !== undefined) rows.push(row);
    else if (before !== undefined) shared.set(name, [before, row]);
    else first.set(name, row);
  }
  return shared.values();
}

/** The name with the first label that makes it unique. */
export function uniqueName(record: TaxonRecord, groupLabels: Readonly<Record<string, string>>, isFree: (name: string) => boolean): string {
  return labelled(record, groupLabels).find(isFree) ?? `${record.name} (${record.id})`;
}

function labelled(record: TaxonRecord, groupLabels: Readonly<Record<string, string>>): string[] {
  const labels = [groupLabels[record.group] ?? record.group, record.scientific_name, record.family ?? ''];
  return [...new Set(labels)].filter((label) => label !== '' && label !== record.name).map((label) => `${record.name} (${label})`);
}
