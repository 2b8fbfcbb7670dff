import {
  IconAlertTriangle,
  IconDatabase,
  IconDeviceMobileCog,
  IconHistory,
  IconListTree,
  IconMailPlus,
  IconMap2,
  IconMapDown,
  IconMessage2,
  IconPhotoEdit,
  IconRosetteDiscountCheck,
  IconShieldLock,
  IconSpeakerphone,
  IconStackPush,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';

type TitleKey =
  | `admin:section.${'users' | 'log' | 'maps' | 'jobs' | 'versions' | 'storage' | 'feedback' | 'announcements' | 'visitors'}`
  | `common:screens.${'reports' | 'validators' | 'invitations' | 'specie_images' | 'taxonomy_lists' | 'tile_requests'}`
  | 'sensitive:title';

/** A part of the administration with an address of its own: a table here, or a screen of another feature. */
interface Section {
  id:
    | 'users'
    | 'feedback'
    | 'log'
    | 'jobs'
    | 'versions'
    | 'storage'
    | 'visitors'
    | 'maps'
    | 'tile-requests'
    | 'announcements'
    | 'reports'
    | 'validators'
    | 'invitations'
    | 'specie-images'
    | 'taxonomy'
    | 'sensitive-taxa';
  title: TitleKey;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** Null for a screen of another feature. */
  Part: ComponentType | null;
}

/** In the order of the index. */
export const SECTIONS: readonly Section[] = [
  { id: 'users', title: 'admin:section.users', icon: IconUsers, Part: lazy(() => import('./users/UsersTable')) },
  { id: 'feedback', title: 'admin:section.feedback', icon: IconMessage2, Part: lazy(() => import('./feedback/QueueTable')) },
  { id: 'reports', title: 'common:screens.reports', icon: IconAlertTriangle, Part: null },
  { id: 'validators', title: 'common:screens.validators', icon: IconRosetteDiscountCheck, Part: null },
  { id: 'invitations', title: 'common:screens.invitations', icon: IconMailPlus, Part: null },
  { id: 'visitors', title: 'admin:section.visitors', icon: IconWorld, Part: lazy(() => import('./visitors/VisitorsPart')) },
  { id: 'specie-images', title: 'common:screens.specie_images', icon: IconPhotoEdit, Part: null },
  { id: 'taxonomy', title: 'common:screens.taxonomy_lists', icon: IconListTree, Part: null },
  {
    id: 'sensitive-taxa',
    title: 'sensitive:title',
    icon: IconShieldLock,
    Part: lazy(() => import('./sensitive/RulesPart')),
  },
  {
    id: 'announcements',
    title: 'admin:section.announcements',
    icon: IconSpeakerphone,
    Part: lazy(() => import('./toasts/ToastsPart')),
  },
  { id: 'maps', title: 'admin:section.maps', icon: IconMap2, Part: lazy(() => import('./maps/MapsPart')) },
  {
    id: 'tile-requests',
    title: 'common:screens.tile_requests',
    icon: IconMapDown,
    Part: lazy(() => import('./tile-requests/RequestsTable')),
  },
  { id: 'versions', title: 'admin:section.versions', icon: IconDeviceMobileCog, Part: lazy(() => import('./server/VersionsPart')) },
  { id: 'jobs', title: 'admin:section.jobs', icon: IconStackPush, Part: lazy(() => import('./server/JobsPart')) },
  { id: 'storage', title: 'admin:section.storage', icon: IconDatabase, Part: lazy(() => import('./server/StoragePart')) },
  { id: 'log', title: 'admin:section.log', icon: IconHistory, Part: lazy(() => import('./log/LogTable')) },
];
