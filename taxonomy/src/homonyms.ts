import type { StoredTaxon } from './record.ts';

/**
 * Names for taxa that share a displayed name: both get a label, the group where that tells them apart, else the
 * scientific name, else the family or the id (decisions.md section 4). `isTaken`: another taxon is shown under that name.
 */
export function labelNamesakes(
  taxa: readonly StoredTaxon[],
  groupLabels: Readonly<Record<string, string>>,
  isTaken: (name: string) => boolean,
): string[] {
  const candidates = taxa.map((taxon) => labelled(taxon, groupLabels));
  const uses = new Map<string, number>();
  for (const candidate of candidates.flat()) uses.set(candidate, (uses.get(candidate) ?? 0) + 1);
  return taxa.map(
    (taxon, at) => candidates[at]?.find((candidate) => uses.get(candidate) === 1 && !isTaken(candidate)) ?? `${taxon.name} (${taxon.id})`,
  );
}

/** The name with the first label that makes it unique. */
export function uniqueName(taxon: StoredTaxon, groupLabels: Readonly<Record<string, string>>, isFree: (name: string) => boolean): string {
  return labelled(taxon, groupLabels).find(isFree) ?? `${taxon.name} (${taxon.id})`;
}

function labelled(taxon: StoredTaxon, groupLabels: Readonly<Record<string, string>>): string[] {
  const labels = [groupLabels[taxon.group] ?? taxon.group, taxon.scientific_name, taxon.family ?? ''];
  return [...new Set(labels)].filter((label) => label !== '' && label !== taxon.name).map((label) => `${taxon.name} (${label})`);
}
