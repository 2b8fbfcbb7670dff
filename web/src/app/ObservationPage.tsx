import { Comments } from '../features/comments/Comments';
import RecordActions from '../features/comments/RecordActions';
import { Identifications } from '../features/identifications/Identifications';
import type { AnyObservation } from '../features/observations/data';
import ObservationScreen from '../features/observations/ObservationScreen';
import { HashTarget } from '../ui/HashTarget';

/** The page of a record, with what people say that it shows and what they say about it. */
export default function ObservationPage() {
  return <ObservationScreen more={Replies} />;
}

function Replies({ record }: { record: AnyObservation }) {
  return (
    <>
      <RecordActions record={record} />
      <HashTarget id="identifications">
        <Identifications record={record} />
      </HashTarget>
      <HashTarget id="comments">
        <Comments record={record} />
      </HashTarget>
    </>
  );
}
