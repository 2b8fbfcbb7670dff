import { LoadFailure } from '../shared/records/lists/ListParts';
import IdentifyScreen from '../features/identifications/queue/IdentifyScreen';

/** The records that wait for identification. */
export default function IdentifyPage() {
  return <IdentifyScreen failure={LoadFailure} />;
}
