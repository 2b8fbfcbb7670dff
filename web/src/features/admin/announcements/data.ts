import { useQuery } from '@tanstack/react-query';
import { type Announcement, deleteToast, listAnnouncements, putToast, type ToastDraft } from '@veld/contract';
import { api } from '../../../local/app/veld';
import { KEY } from '../data';

export type { Announcement };

/** The messages of the administrators, the latest first. */
export function useAnnouncements() {
  const query = useQuery({ queryKey: [...KEY, 'announcements'], queryFn: ({ signal }) => api.call(listAnnouncements, {}, { signal }) });
  return { announcements: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export async function saveAnnouncement(id: string, draft: ToastDraft): Promise<void> {
  await api.call(putToast, { params: { id }, body: draft });
}

export async function withdrawAnnouncement(id: string): Promise<void> {
  await api.call(deleteToast, { params: { id } });
}
