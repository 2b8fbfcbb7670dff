import { useLocation, useNavigate } from 'react-router';
import { useCelebration } from './use-celebration';
import { useIntroduction } from './use-introduction';
import { useToasts } from './use-toasts';

/** Badges that were earned, introductions and messages of the administrators, as notices of the whole app. */
export default function MotivationHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goTo = (address: string) => void navigate(address);
  useCelebration(pathname, goTo);
  useIntroduction(pathname);
  useToasts(goTo);
  return null;
}
