import { useLocation, useNavigate } from 'react-router';
import { useCelebration } from '../features/motivation/use-celebration';
import { useIntroduction } from '../features/motivation/use-introduction';
import { useToasts } from '../features/motivation/use-toasts';
import { withQueries } from './queries';

/** Badges that were earned, introductions and messages of the administrators, as notices of the whole app. */
function MotivationHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goTo = (address: string) => void navigate(address);
  useCelebration(pathname, goTo);
  useIntroduction(pathname);
  useToasts(goTo);
  return null;
}

export default withQueries(MotivationHost);
