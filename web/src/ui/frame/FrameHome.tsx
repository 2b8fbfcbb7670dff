import type { FrameProps } from './frame-props';
import { HomeLink } from './FrameTop';

export function FrameHome({ homeTo, labels, withName }: Pick<FrameProps, 'homeTo' | 'labels'> & { withName: boolean }) {
  return <HomeLink to={homeTo} label={labels.home} size={withName ? 32 : 40} withName={withName} />;
}
