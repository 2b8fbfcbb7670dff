import 'i18next';
import type accounts from './en/accounts.json';
import type articles from './en/articles.json';
import type comments from './en/comments.json';
import type common from './en/common.json';
import type community from './en/community.json';
import type dashboard from './en/dashboard.json';
import type discover from './en/discover.json';
import type embeds from './en/embeds.json';
import type feed from './en/feed.json';
import type feedback from './en/feedback.json';
import type frequencies from './en/frequencies.json';
import type images from './en/images.json';
import type taxonomy from './en/taxonomy.json';
import type identifications from './en/identifications.json';
import type invitations from './en/invitations.json';
import type journeys from './en/journeys.json';
import type knowledge from './en/knowledge.json';
import type map from './en/map.json';
import type observations from './en/observations.json';
import type geo from './en/geo.json';
import type outbox from './en/outbox.json';
import type photoImport from './en/photo-import.json';
import type reactions from './en/reactions.json';
import type recording from './en/recording.json';
import type tally from './en/tally.json';
import type profile from './en/profile.json';
import type settings from './en/settings.json';
import type statistics from './en/statistics.json';
import type species from './en/species.json';
import type taxa from './en/taxa.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      accounts: typeof accounts;
      articles: typeof articles;
      comments: typeof comments;
      common: typeof common;
      community: typeof community;
      dashboard: typeof dashboard;
      discover: typeof discover;
      embeds: typeof embeds;
      feed: typeof feed;
      feedback: typeof feedback;
      frequencies: typeof frequencies;
      images: typeof images;
      taxonomy: typeof taxonomy;
      identifications: typeof identifications;
      invitations: typeof invitations;
      journeys: typeof journeys;
      knowledge: typeof knowledge;
      map: typeof map;
      observations: typeof observations;
      geo: typeof geo;
      outbox: typeof outbox;
      'photo-import': typeof photoImport;
      reactions: typeof reactions;
      recording: typeof recording;
      tally: typeof tally;
      profile: typeof profile;
      settings: typeof settings;
      statistics: typeof statistics;
      species: typeof species;
      taxa: typeof taxa;
    };
  }
}
