// Which cases a run takes from sets that are too large for every run: other ones in each run. Plain JavaScript without dependencies.

/** The number that chooses them. Processes that this one starts get the same; `VELD_SHARE` repeats those of an earlier run. */
export function shareOfRun() {
  process.env.VELD_SHARE ||= String(Math.floor(Math.random() * 1_000_000));
  return Number(process.env.VELD_SHARE);
}

/** One of `parts` equal parts of a list; with the long profile all of it. */
export function share(list, parts) {
  if (process.env.VELD_LONG === '1') return [...list];
  const part = shareOfRun() % parts;
  return list.filter((_, index) => index % parts === part);
}

/**
 * As `share()`, for sets of which each run of `npm test` needs only a part, and whoever runs a test file by itself all: without
 * `VELD_SHARE` nothing is left out.
 */
export function turn(list, parts) {
  return process.env.VELD_SHARE ? share(list, parts) : [...list];
}
