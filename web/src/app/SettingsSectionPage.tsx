import { useParams } from 'react-router';
import { useUser } from '../shared/session/session';
import { SectionScreen } from '../features/settings/SectionScreen';
import { findSection } from '../features/settings/sections/section-list';
import NotFoundScreen from './NotFoundScreen';

/** A section of the settings by its address; like any other address, an unknown one is not found. */
export default function SettingsSectionPage() {
  const section = findSection(useParams().section ?? '', useUser());
  return section ? <SectionScreen section={section} /> : <NotFoundScreen />;
}
