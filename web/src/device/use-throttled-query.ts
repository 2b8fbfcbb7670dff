import { useEffect, useRef, useState } from 'react';
import { throttledQuery } from '../local/db/throttled-query';

/** The latest result of `throttledQuery`; undefined until the first one for these `dependencies`. Rethrows errors of the query. */
export function useThrottledQuery<T>(query: () => Promise<T> | T, dependencies: readonly unknown[]): T | undefined {
  const newest = useRef(query);
  newest.current = query;
  const [answer, setAnswer] = useState<{ of: readonly unknown[]; value?: T; error?: unknown } | null>(null);
  const isCurrent = answer !== null && answer.of.every((one, index) => Object.is(one, dependencies[index]));
  useEffect(
    () =>
      throttledQuery(
        () => newest.current(),
        (value) => setAnswer({ of: dependencies, value }),
        (error) => setAnswer({ of: dependencies, error }),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the list is the caller's
    dependencies,
  );
  if (isCurrent && 'error' in answer) throw answer.error;
  return isCurrent ? answer.value : undefined;
}
