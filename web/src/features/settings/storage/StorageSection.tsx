import { useTranslation } from 'react-i18next';
import { Section, type SectionProps } from '../Section';
import { StorageFacts } from './StorageFacts';

export function StorageSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  return (
    <Section id={id} title={title} lead={t('storage.lead')}>
      <div>
        <StorageFacts />
      </div>
    </Section>
  );
}
