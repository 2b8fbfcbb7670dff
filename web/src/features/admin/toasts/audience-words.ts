import type { TFunction } from 'i18next';
import type { StoredToast } from './data';

/** Who a message is for. */
export function audienceText(audience: StoredToast['audience'], t: TFunction<['admin', 'common']>): string {
  return audience === 'everyone' ? t('admin:announcement.everyone') : t(`admin:role.${audience}`);
}
