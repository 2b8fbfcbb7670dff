/** The instrumented sources ask here which mutant is on. The environment says it, so that threads and child processes know it too. */
const active = Number(process.env.VELD_MUTANT ?? 'NaN');
const reachedFile = process.env.VELD_MUTANTS_REACHED;
const reached = new Set<number>();

export function isMutant(id: number): boolean {
  if (reachedFile && !reached.has(id)) {
    reached.add(id);
    // Not imported: this runs in the app's modules too, where the tests may replace node:fs.
    process.getBuiltinModule('node:fs').appendFileSync(reachedFile, `${id}\n`);
  }
  return id === active;
}
