import type { StoredTaxon } from '../storage/taxon-record.ts';

/** The label number of a taxon that needs no label. */
export const NO_LABEL = -1;

/**
 * The label numbers of taxa that share a displayed name: the group if that is unambiguous, else the scientific name, else the family
 * or the id (decision 0022). `isTaken` says whether another taxon is displayed under a name.
 */
export function homonymLabels(
  taxa: readonly StoredTaxon[],
  groupLabels: Readonly<Record<string, string>>,
  isTaken: (name: string) => boolean,
): number[] {
  const candidates = taxa.map((taxon) => labelled(taxon, groupLabels));
  const uses = new Map<string, number>();
  for (const candidate of candidates.flat()) uses.set(candidate, (uses.get(candidate) ?? 0) + 1);
  return candidates.map((own) => {
    const label = own.findIndex((candidate) => uses.get(candidate) === 1 && !isTaken(candidate));
    return label === -1 ? own.length : label;
  });
}

/** The name with one of its labels. */
export function labelledName(taxon: StoredTaxon, groupLabels: Readonly<Record<string, string>>, label: number): string {
  return label === NO_LABEL ? taxon.name : (labelled(taxon, groupLabels)[label] ?? `${taxon.name} (${taxon.id})`);
}

/** The name with the first label that makes it unique. */
export function uniqueName(taxon: StoredTaxon, groupLabels: Readonly<Record<string, string>>, isFree: (name: string) => boolean): string {
  return labelled(taxon, groupLabels).find(isFree) ?? `${taxon.name} (${taxon.id})`;
}

function labelled(taxon: StoredTaxon, groupLabels: Readonly<Record<string, string>>): string[] {
  const labels = [groupLabels[taxon.group] ?? taxon.group, taxon.scientific_name, taxon.family ?? ''];
  return [...new Set(labels)].filter((label) => label !== '' && label !== taxon.name).map((label) => `${taxon.name} (${label})`);
}
