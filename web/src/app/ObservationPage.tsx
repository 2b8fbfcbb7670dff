import { Identifications } from '../features/identifications/Identifications';
import ObservationScreen from '../features/observations/ObservationScreen';

/** The page of a record, with what people say that it shows. */
export default function ObservationPage() {
  return <ObservationScreen more={Identifications} />;
}
