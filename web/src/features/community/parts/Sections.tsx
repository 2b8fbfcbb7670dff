import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const SECTIONS = ['people', 'leaderboards', 'projects'] as const;
export type CommunitySection = (typeof SECTIONS)[number];

export function sectionOf(value: string | null): CommunitySection {
  return SECTIONS.find((section) => section === value) ?? 'people';
}

/** Chooses a part of the community. */
export function Sections({ value, onChange }: { value: CommunitySection; onChange: (section: CommunitySection) => void }) {
  const { t } = useTranslation('community');
  return (
    <SegmentedControl
      aria-label={t('section.label')}
      value={value}
      onChange={(next) => onChange(sectionOf(next))}
      data={SECTIONS.map((section) => ({ value: section, label: t(`section.${section}`) }))}
    />
  );
}
