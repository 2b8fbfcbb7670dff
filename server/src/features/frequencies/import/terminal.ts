import { faultMessage } from '../../taxa/import/fault-messages.ts';
import { ImportStopped } from '../../taxa/import/faults.ts';
import type { ImportReport, Skipped } from './run.ts';

const number = new Intl.NumberFormat('en');

const REASONS: Record<Skipped, string> = {
  absent: 'absences',
  not_wild: 'captive, cultivated or fossil',
  no_name: 'without a name',
  no_day: 'without an exact day',
  no_place: 'without a place',
  vague_place: 'place known to less than 10 km',
  at_sea: 'outside any country',
  unknown: 'name not in the taxonomy',
  ambiguous: 'name of several species',
  above_species: 'above species; they count as effort only',
};
const MAX_NAMES = 10;

/** What an import did, line by line. */
export function reportLines(report: ImportReport): string[] {
  const { kind, read, matched, species, countries, skipped, names, changed } = report;
  const rows = kind === 'bar_chart' ? 'species in the bar chart' : 'records read';
  return [
    `${number.format(read)} ${rows}, ${number.format(matched)} counted: ${number.format(species)} species in ${countries.join(', ') || 'no country'}`,
    ...[...skipped].sort(([, one], [, other]) => other - one).map(([why, count]) => `${number.format(count)} skipped: ${REASONS[why]}`),
    ...names.slice(0, MAX_NAMES).map(({ name, why, rows: count }) => `  ${name} (${number.format(count)}): ${REASONS[why]}`),
    ...(names.length > MAX_NAMES ? [`  and ${number.format(names.length - MAX_NAMES)} more names`] : []),
    changed === 0
      ? `Nothing changed${matched > 0 ? ': these data were imported before' : ''}`
      : `${number.format(changed)} counts changed; the packs are ready`,
  ];
}

/** Why a file cannot be read, in one line; null for other errors. */
export function fileFaultMessage(error: Error): string | null {
  return error instanceof ImportStopped ? faultMessage(error.fault) : null;
}
