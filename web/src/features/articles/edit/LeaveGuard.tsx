import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { DiscardDialog } from './DiscardDialog';
import type { ArticleEditor } from './use-article-editor';

/** Stores what was typed before the screen is left, and asks if that is impossible. */
export function LeaveGuard({ editor: { isStored, flush } }: { editor: ArticleEditor }) {
  const blocker = useBlocker(() => !isStored());
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    void flush().then((isOnDisk) => {
      if (!isCurrent) return;
      if (isOnDisk) blocker.proceed();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker, flush]);
  if (!isAsking || blocker.state !== 'blocked') return null;
  const close = (leave: () => void) => () => {
    setAsking(false);
    leave();
  };
  return <DiscardDialog onClose={close(blocker.reset)} onDiscard={close(blocker.proceed)} />;
}
