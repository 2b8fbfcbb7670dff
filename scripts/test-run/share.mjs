// Which cases a run takes from sets that are too large for every run. Plain JavaScript without dependencies.

/** The number that chooses them. Processes that this one starts get the same; `VELD_SHARE` repeats those of an earlier run. */
export function shareOfRun() {
  process.env.VELD_DRAWN_SHARE ||= String(Math.floor(Math.random() * 1_000_000));
  return Number(process.env.VELD_SHARE || process.env.VELD_DRAWN_SHARE);
}

/** The first `core` cases of a list, in every run, and one of `parts` equal parts of the others; with the long profile all cases. */
export function share(list, parts, core = 0) {
  if (process.env.VELD_LONG === '1') return [...list];
  const part = shareOfRun() % parts;
  return list.filter((_, index) => index < core || (index - core) % parts === part);
}

/** As `share()` in a run of `npm test`. Whoever runs a test file by itself gets all: without `VELD_SHARE` nothing is left out. */
export function turn(list, parts, core = 0) {
  return process.env.VELD_SHARE ? share(list, parts, core) : [...list];
}
