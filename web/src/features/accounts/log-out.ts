import { useNavigate } from 'react-router';
import { auth, currentDatabase } from '../../local/app/veld';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';

/** Logs out at once if nothing is unsent; else, or if that cannot be read, calls `onAsk`. */
export function useLogOut(onAsk: () => void): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const counts = await outboxCounts(currentDatabase()).catch(() => null);
    if (counts === null || isAnyUnsent(counts)) return onAsk();
    await auth.logout();
    await navigate('/welcome');
  };
}
