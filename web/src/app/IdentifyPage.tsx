import { Comments } from '../features/comments/Comments';
import IdentifyScreen from '../features/identifications/queue/IdentifyScreen';
import { LookAlikes } from '../features/species/LookAlikes';
import { LoadFailure } from '../shared/records/lists/ListParts';

/** The records that wait for identification, each with what people wrote about it and what it is confused with. */
export default function IdentifyPage() {
  return <IdentifyScreen failure={LoadFailure} talk={Comments} lookAlikes={LookAlikes} />;
}
