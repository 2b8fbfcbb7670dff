import { useTranslation } from 'react-i18next';
import { TabRow } from '../../../ui/fields/TabRow';

export const SECTIONS = ['people', 'leaderboards', 'projects'] as const;
export type CommunitySection = (typeof SECTIONS)[number];

export function parseSection(value: string | null): CommunitySection {
  return SECTIONS.find((section) => section === value) ?? 'people';
}

/** Chooses a part of the community. */
export function Sections({ value, onChange }: { value: CommunitySection; onChange: (section: CommunitySection) => void }) {
  const { t } = useTranslation('community');
  const tabs = SECTIONS.map((section) => ({ value: section, label: t(`section.${section}`) }));
  return <TabRow label={t('section.label')} value={value} tabs={tabs} onChange={onChange} />;
}
