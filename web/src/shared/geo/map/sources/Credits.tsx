import type { Ref } from 'react';
import type { OpenedSource } from './opened-source';

interface Props {
  source: OpenedSource | null;
  className: string | undefined;
  ref?: Ref<HTMLParagraphElement>;
}

const BUILT_IN = 'GeoNames (CC BY 4.0), Natural Earth';

/** The credits of the maps. The built-in one is below every other. */
export function Credits({ source, className, ref }: Props) {
  return (
    <p ref={ref} className={className}>
      {source?.credit && (
        <>
          {source.creditUrl ? (
            <a href={source.creditUrl} target="_blank" rel="noreferrer">
              {source.credit}
            </a>
          ) : (
            source.credit
          )}
          {', '}
        </>
      )}
      {BUILT_IN}
    </p>
  );
}
