import type { PublicObservation } from '@veld/contract';
import { useRelations } from '../relations/data';
import { FOLLOWING } from './feed-view';
import { useFeed } from './use-feed';

/** The latest records of the people that the user follows and has neither blocked nor muted; undefined while nothing is known. */
export function useFollowedNews(): PublicObservation[] | undefined {
  const { block, mute, follow } = useRelations().ids;
  const { latest, pages } = useFeed(follow.size > 0 ? FOLLOWING : null);
  return (latest ?? pages?.[0])?.data.filter(({ user }) => !block.has(user.id) && !mute.has(user.id));
}
