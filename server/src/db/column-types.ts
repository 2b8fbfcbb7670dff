import type {
  AdminAct,
  AdminAction,
  Answer,
  ArticleGroup,
  ChunkedFile,
  Companion,
  CompleteGroup,
  Crop,
  EstablishmentMeans,
  FieldArea,
  FeedbackDiagnostics,
  FocusPoint,
  Geoprivacy,
  Habitat,
  IMAGE_ACTIONS,
  ImageDetails,
  JourneyEffort,
  JourneySharing,
  JourneyTrim,
  JourneyWeather,
  Kingdom,
  Language,
  NotificationKind,
  NotificationReason,
  ObscuringGrid,
  PlaceColour,
  PlaceGeometry,
  PlaceKind,
  ProjectAction,
  ProjectArea,
  ProjectGoal,
  ProjectJoining,
  Protocol,
  PublicPlace,
  Question,
  RequiredField,
  RuleDraft,
  STANDINGS,
  TaxonGroup,
  TaxonomyImportResult,
  TaxonomyImportState,
  ThreatStatus,
  TileArea,
  TileLayer,
  TileRequest,
  TileRequestState,
  TOAST_AUDIENCES,
  TOAST_LEVELS,
  TrackFault,
  UpdateLevel,
  ValidationState,
  ViewNovelty,
  ViewScreen,
} from '@veld/contract';
import type { PlaceWords } from '@veld/geography';
import type { Rings } from '@veld/geometry';

/** The types of columns that the database does not know: of JSON, and of texts with few values. Comments are copied to schema.ts. */
export interface ColumnTypes {
  'users.preferences': Record<string, unknown>;
  /** Instants by key of the preference. */
  'users.preferences_changed_at': Record<string, string>;
  /** How moderators have restricted the person. */
  'users.standing': (typeof STANDINGS)[number];
  'closed_accounts.kept': Record<string, unknown>;
  'saved_views.screen': ViewScreen;
  'saved_views.novelty': ViewNovelty;
  'mails.state': 'waiting' | 'sent' | 'failed';
  'toasts.level': (typeof TOAST_LEVELS)[number];
  'toasts.texts': Partial<Record<Language, string>>;
  'toasts.audience': (typeof TOAST_AUDIENCES)[number];
  'profiles.languages': Language[];
  /** Made by the server. */
  'media.id': string;
  /** Made by a device of the owner; means nothing without the owner. */
  'media.photo_id': string;
  'media.state': 'stored' | 'ready' | 'failed';
  'media_crops.crop': Crop;
  'media_crops.state': 'stored' | 'ready' | 'failed';
  /** As the list of taxa states it. */
  'taxa.external_observation_count': number;
  /** Records in imported frequencies. */
  'taxa.frequency_count': number;
  'taxa.image_crop': Crop;
  'taxon_image_details.base': Crop;
  'taxon_image_details.crop': Crop;
  'taxon_image_details.focus': FocusPoint;
  'taxon_image_details.square': Crop;
  'taxon_image_details.wide': Crop;
  'taxon_image_details.alt': ImageDetails['alt'];
  'taxon_image_changes.action': (typeof IMAGE_ACTIONS)[number];
  'taxon_image_changes.details': Partial<ImageDetails> & { base?: Crop | null };
  'taxon_statuses.establishment_means': EstablishmentMeans;
  'taxon_statuses.threat_status': ThreatStatus;
  /** A polygon. */
  'sensitive_taxa.area': PlaceGeometry;
  'sensitive_taxa.grid_km': ObscuringGrid;
  /** The transaction that changed the rules. */
  'sensitive_due.changed_by': number;
  'taxonomy_imports.default_group': TaxonGroup;
  'taxonomy_imports.default_kingdom': Kingdom;
  'taxonomy_imports.state': TaxonomyImportState;
  'taxonomy_imports.result': TaxonomyImportResult;
  /** What the owner wished, where a rule hides more; null where `geoprivacy` is what the owner wished. */
  'observations.owner_geoprivacy': Geoprivacy;
  'observations.attributes': Record<string, unknown>;
  'observations.place': PlaceWords;
  'observations.public_place': PlaceWords;
  'observations.quality': 'casual' | 'needs_id' | 'confirmed';
  /** See `Grade` in contract/src/identifications/grade.ts. */
  'observations.is_held_back': boolean;
  'observations.validation': ValidationState;
  /** When an edit ended the last decision of a validator. */
  'observations.validation_reopened_at': Date;
  'validators.taxon_group': TaxonGroup;
  'validators.area': FieldArea;
  'validations.state': ValidationState;
  'validations.former': ValidationState;
  'validation_rules.kind': RuleDraft['kind'];
  'validation_rules.area': FieldArea;
  'validation_rules.life_stages': RuleDraft['life_stages'];
  'record_questions.former': ValidationState;
  'record_questions.question': Question;
  'record_questions.answer': Answer;
  /** When identifications last changed the grade or the community taxon. */
  'observations.graded_at': Date;
  /** The draft as sent; null for saves from before versions were stored. */
  'observation_writes.body': unknown;
  'observation_media.crop': Crop;
  /** Whether the picture could not be rendered. */
  'observation_media.is_failed': boolean;
  'public_places.kind': PublicPlace['kind'];
  'public_places.names': Partial<Record<Language, string>>;
  'public_places.polygons': Rings[];
  'saved_places.kind': PlaceKind;
  'saved_places.geometry': PlaceGeometry;
  /** Of the geometry. */
  'saved_places.vertices': number;
  'saved_places.geoprivacy': Geoprivacy;
  'saved_places.habitat': Habitat;
  'saved_places.colour': PlaceColour;
  'relations.kind': 'follow' | 'mute' | 'block';
  'journeys.protocol': Protocol;
  'journeys.target_groups': TaxonGroup[];
  'journeys.complete_groups': CompleteGroup[];
  'journeys.companions': Companion[];
  'journeys.effort': JourneyEffort;
  'journeys.weather': JourneyWeather;
  'journeys.sharing': JourneySharing;
  'journeys.trim': JourneyTrim;
  /** Number of points of the track. */
  'journeys.points': number;
  /** Once it has ended, within its trim. */
  'journeys.distance_m': number;
  /** Since when it is finished and shared. */
  'journeys.shared_at': Date;
  'journeys.track_fault': TrackFault;
  /** YYYY-MM-DD. */
  'journeys.track_due_on': string;
  /** JSON. */
  'journey_tracks.track': string;
  /** What the track says, for sums. */
  'journey_tracks.distance_m': number;
  'project_log.action': ProjectAction;
  'projects.area': ProjectArea;
  'projects.required_fields': RequiredField[];
  'projects.goals': ProjectGoal[];
  /** Those that the area may lie in; null for the world. */
  'projects.countries': string[];
  'projects.groups': TaxonGroup[];
  'projects.joining': ProjectJoining;
  /** Up to where in the person's sequence (`owner_seq`) their records are counted. */
  'project_members.counted_seq': number;
  /** From which UTC day others find it. */
  'project_records.shown_on': string;
  'notifications.kind': NotificationKind;
  'notifications.reason': NotificationReason;
  'notifications.facts': Record<string, unknown>;
  'push_subscriptions.language': Language;
  'tile_requests.area': TileArea;
  'tile_requests.layers': TileLayer[];
  'tile_requests.record_groups': TaxonGroup[];
  'tile_requests.language': Language;
  'tile_requests.state': TileRequestState;
  'tile_requests.reason': TileRequest['reason'];
  'tile_requests.files': ChunkedFile[];
  'feedback.state': 'received' | 'planned' | 'done' | 'declined';
  'feedback.diagnostics': FeedbackDiagnostics;
  'articles.article_group': ArticleGroup;
  'article_revisions.language': Language;
  /** The number of the revision it repeats; 0 for the text that came with Veld. */
  'article_revisions.restored': number;
  'app_versions.level': UpdateLevel;
  'app_versions.notes': Partial<Record<Language, string>>;
  'admin_log.action': AdminAction;
  'admin_log.subject_kind': AdminAct['subject_kind'];
  'admin_log.details': AdminAct['details'];
}
