import { useQuery } from '@tanstack/react-query';
import { type StoredToast, deleteToast, listAllToasts, putToast, type ToastDraft } from '@veld/contract';
import type { TFunction } from 'i18next';
import { api } from '../../../local/app/veld';
import { KEY } from '../data';

export type { StoredToast };

/** The messages of the administrators, the latest first. */
export function useToasts() {
  const query = useQuery({ queryKey: [...KEY, 'toasts'], queryFn: ({ signal }) => api.call(listAllToasts, {}, { signal }) });
  return { toasts: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export async function saveToast(id: string, draft: ToastDraft): Promise<void> {
  await api.call(putToast, { params: { id }, body: draft });
}

export async function withdrawToast(id: string): Promise<void> {
  await api.call(deleteToast, { params: { id } });
}

/** Who a message is for. */
export function audienceText(audience: StoredToast['audience'], t: TFunction<['admin', 'common']>): string {
  return audience === 'everyone' ? t('admin:announcement.everyone') : t(`admin:role.${audience}`);
}
