// What a release consists of. Plain JavaScript without dependencies.

/** Workspaces that the server runs; the app comes built. */
export const WORKSPACES = ['contract', 'geography', 'geometry', 'taxonomy', 'server'];

/** The commands of `./veld`, with the file of the server that each runs. */
export const COMMANDS = {
  start: 'main',
  doctor: 'doctor',
  backup: 'backup',
  restore: 'restore',
  move: 'move',
  photos: 'photos',
  admin: 'admin',
  taxonomy: 'taxonomy',
  frequencies: 'frequencies',
  places: 'places',
  map: 'map',
};

const ALONE = ['package.json', 'package-lock.json', 'web/package.json', 'LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md'];
const FOLDERS = [...WORKSPACES, 'docs', 'deploy'];

/** Those of the project's files that a release has: none of tests and tools. */
export function chooseFiles(tracked) {
  return tracked.filter(
    (file) => ALONE.includes(file) || (FOLDERS.includes(file.split('/', 1)[0]) && !/\.(test|testing|cases)\.ts$|\/testing\//.test(file)),
  );
}

/** The file `veld`: runs a command with the Node of the release. */
export function writeLauncher() {
  const cases = Object.entries(COMMANDS).map(([command, file]) => `  ${command}) file=${file} ;;`);
  return `#!/bin/sh
# Runs Veld: ./veld start, ./veld doctor and so on. Settings are environment variables (docs/configuration.md).
set -e
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
command=\${1:-start}
[ $# -gt 0 ] && shift
case $command in
${cases.join('\n')}
  *) echo "veld  Commands: ${Object.keys(COMMANDS).join(', ')}" >&2; exit 2 ;;
esac
[ "$command" = start ] && export VELD_SAYS=1
export INIT_CWD=\${INIT_CWD:-$PWD}
exec "$here/node_modules/.bin/node" --disable-warning=ExperimentalWarning "$here/server/src/$file.ts" "$@"
`;
}
