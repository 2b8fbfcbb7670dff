import { SplitOffer } from '../features/photo-import/SplitOffer';
import { ObserveScreen } from '../features/recording/ObserveScreen';

/** The recording form with the photo import's offer to split one record's photos into several records. */
export default function RecordScreen() {
  return <ObserveScreen Offer={SplitOffer} />;
}
