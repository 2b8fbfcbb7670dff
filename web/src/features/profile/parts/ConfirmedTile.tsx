import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { StatTile } from '../../../ui/StatTile';
import { useLanguage } from '../../../shared/session/session';

/** The share of records that are confirmed; a dash where none can be. */
export function ConfirmedTile({ share, to }: { share: number | null; to: string }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  return <StatTile value={share === null ? '–' : number(share, language, { style: 'percent' })} label={t('tile.confirmed')} to={to} />;
}
