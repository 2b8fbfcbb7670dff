import { useParams } from 'react-router';
import { useMaybeUser } from '../shared/session/session';
import { SectionScreen } from '../features/admin/SectionScreen';
import { SECTIONS } from '../features/admin/sections';
import NotFoundScreen from './NotFoundScreen';

/** A table of the administration by its address; like any other address, an unknown one is not found. */
export default function AdminSectionPage() {
  const address = useParams().section?.toLowerCase();
  const section = SECTIONS.find(({ id, Part }) => Part !== null && id === address);
  if (!useMaybeUser()) return null;
  return section ? <SectionScreen key={section.id} section={section} /> : <NotFoundScreen />;
}
