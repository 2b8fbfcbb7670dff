import { fromKeys } from '@veld/contract';
import { Listr } from 'listr2';
import { faultMessage } from './fault-messages.ts';
import type { Outcome, RunOptions } from './run.ts';

const number = new Intl.NumberFormat('en');

type Progress = Parameters<NonNullable<RunOptions['onProgress']>>[0];
const STEPS = ['reading', 'checking', 'applying'] as const;
const TITLES = { reading: 'Read the file', checking: 'Check the rows', applying: 'Apply the changes' } as const;

/** Shows the steps of an import and their progress on the terminal. */
export async function withProgress(run: (onProgress: (progress: Progress) => void) => Promise<Outcome>): Promise<Outcome> {
  const reached = fromKeys(STEPS, () => Promise.withResolvers<void>());
  const tasks: Partial<Record<(typeof STEPS)[number], { output: string }>> = {};
  let last: (typeof STEPS)[number] = 'reading';
  const working = run((progress) => {
    for (const step of STEPS.slice(0, STEPS.indexOf(progress.state))) reached[step].resolve();
    last = progress.state;
    const part = progress.bytes_total > 0 ? Math.floor((100 * progress.bytes_done) / progress.bytes_total) : 0;
    const task = tasks[progress.state];
    if (task) task.output = progress.state === 'reading' ? `${part} %, ${number.format(progress.rows_done)} rows` : '…';
  }).finally(() => {
    for (const step of STEPS) reached[step].resolve();
  });
  working.catch(() => undefined);
  await new Listr(
    STEPS.map((step, at) => ({
      title: TITLES[step],
      skip: async () => {
        const before = STEPS[at - 1];
        if (before) await reached[before].promise;
        return at > STEPS.indexOf(last);
      },
      task: async (_context: unknown, task: { output: string }) => {
        tasks[step] = task;
        await reached[step].promise;
      },
    })),
    { fallbackRenderer: 'simple', renderer: 'default', rendererOptions: { collapseSkips: false } },
  ).run();
  return working;
}

const times = ({ count }: Outcome['faults'][number]) => (count === 1 ? '' : ` (on ${number.format(count)} lines)`);

/** Prints the faults and the result of an import. */
export function printOutcome({ state, result, faults, error_count, warning_count }: Outcome, isDryRun: boolean): void {
  const line = (text: string) => console.log(`taxonomy  ${text}`);
  for (const fault of faults.filter((one) => one.is_warning)) line(`warning: ${faultMessage(fault)}${times(fault)}`);
  for (const fault of faults.filter((one) => !one.is_warning)) line(`error: ${faultMessage(fault)}${times(fault)}`);
  const shown = faults.reduce((sum, { count }) => sum + count, 0);
  if (error_count + warning_count > shown) line(`Showing ${number.format(shown)} of ${number.format(error_count + warning_count)}.`);
  if (!result) {
    const reason = state === 'cancelled' ? 'Cancelled' : `${number.format(error_count)} ${error_count === 1 ? 'error' : 'errors'}`;
    line(`${reason}. Nothing was changed.`);
    return;
  }
  const pairs = (counts: Partial<Record<string, number>>) =>
    Object.entries(counts)
      .map(([key, count]) => `${key} ${number.format(count ?? 0)}`)
      .join(', ') || 'none';
  line(`${result.title ? `${result.title}: ` : ''}${number.format(result.taxa)} taxa, ${number.format(result.synonyms)} synonyms`);
  for (const kind of ['added', 'changed', 'merged', 'split', 'deleted'] as const)
    line(`${kind}: ${number.format(result[kind])}${result.examples[kind].length > 0 ? ` (${result.examples[kind].join(', ')})` : ''}`);
  line(`names added: ${pairs(result.names_added)}; removed: ${pairs(result.names_removed)}; left out: ${pairs(result.names_left_out)}`);
  line(`countries added: ${pairs(result.countries_added)}; removed: ${pairs(result.countries_removed)}`);
  line(`statuses set: ${pairs(result.statuses_set ?? {})}; removed: ${pairs(result.statuses_removed ?? {})}`);
  line(isDryRun ? 'Dry run: nothing was changed.' : `Done in ${result.seconds} s.`);
}
