import { type ComponentProps, lazy, Suspense } from 'react';
import { useUser } from '../session/session';

// Most people have seen them all.
const NewHint = lazy(() => import('./NewHint'));

/** An introduction where it matters, as a line in the flow of the page: once for each person, and never over what they do. */
export function Hint(props: ComponentProps<typeof NewHint>) {
  const { wizards_seen } = useUser();
  if (wizards_seen.includes(props.wizard)) return null;
  return (
    <Suspense fallback={null}>
      <NewHint {...props} />
    </Suspense>
  );
}
