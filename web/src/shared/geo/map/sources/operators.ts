/** Sources and layers of the operator's maps have names that begin with this, so that they are not those of ours. */
export const PREFIX = 'operator-';

export function isOperators(source: string | undefined): boolean {
  return source?.startsWith(PREFIX) ?? false;
}
