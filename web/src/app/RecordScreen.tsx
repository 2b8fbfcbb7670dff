import { lazy, Suspense } from 'react';
import { SplitOffer } from '../features/photo-import/SplitOffer';
import { ObserveScreen } from '../features/recording/ObserveScreen';

const ProjectNeeds = lazy(() => import('../features/projects/needs/ProjectNeeds'));

/** The recording form with the photo import's offer to split one record's photos into several records, and what projects need. */
export default function RecordScreen() {
  return <ObserveScreen Offer={SplitOffer} Needs={Needs} />;
}

const Needs: NonNullable<Parameters<typeof ObserveScreen>[0]['Needs']> = ({ form }) => (
  <Suspense fallback={null}>
    <ProjectNeeds values={form.values} />
  </Suspense>
);
