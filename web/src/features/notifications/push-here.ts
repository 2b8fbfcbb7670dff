import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deletePush, getPush, putPush, type ReplyOf } from '@veld/contract';
import { useState } from 'react';
import { type PushPermission, pushPermission, subscribeToPush, unsubscribeFromPush } from '../../device/push-messages';
import { api } from '../../local/app/veld';

const KEY = ['push'];

export interface PushHere {
  /** Whether this device can get push messages. */
  permission: PushPermission;
  /** Whether it gets them; undefined if the server could not be asked. */
  isOn: boolean | undefined;
  isUnreachable: boolean;
  isBusy: boolean;
  hasFailed: boolean;
  retry: () => void;
  /** Asks for permission, so only after a tap. */
  turnOn: () => void;
  turnOff: () => void;
}

/** Push messages on this device. */
export function usePushHere(): PushHere {
  const client = useQueryClient();
  const [permission, setPermission] = useState(pushPermission);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { data, isError, refetch } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(getPush, {}, { signal }) });
  const change = async (work: () => Promise<boolean>) => {
    setState('busy');
    try {
      const isOn = await work();
      client.setQueryData<ReplyOf<typeof getPush>>(KEY, (before) => before && { data: { ...before.data, is_subscribed: isOn } });
      setState('idle');
    } catch (error) {
      console.warn('Push messages', error);
      setState('failed');
    } finally {
      setPermission(pushPermission());
    }
  };
  const turnOn = () =>
    void change(async () => {
      const subscription = await subscribeToPush(data!.data.public_key);
      if (subscription) await api.call(putPush, { body: subscription });
      return subscription !== null;
    });
  const turnOff = () =>
    void change(async () => {
      await api.call(deletePush, {});
      await unsubscribeFromPush();
      return false;
    });
  return {
    permission,
    isOn: data && data.data.is_subscribed && permission === 'allowed',
    isUnreachable: isError,
    isBusy: state === 'busy',
    hasFailed: state === 'failed',
    retry: () => void refetch(),
    turnOn,
    turnOff,
  };
}
