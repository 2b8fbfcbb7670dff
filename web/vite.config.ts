/// <reference types="vitest/config" />
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type Plugin } from 'vite';
import { texts } from '../scripts/texts/vite-plugin.ts';
import { withoutSummaries } from './vite-summaries.ts';
import { SHARE_TARGET } from './src/worker/share-target.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const version = (JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }).version;
const isUnderTest = Boolean(process.env.VITEST);

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/worker',
  filename: 'service-worker.ts',
  // The app registers the worker itself (an injected script would be inline, which the content policy forbids).
  injectRegister: null,
  injectManifest: {
    globPatterns: [
      '**/*.{html,js,css,woff2,svg,webmanifest}',
      'icon-*.png',
      '**/gazetteer.bin-*.gz',
      '**/world-*.pmtiles',
      '**/maplibre-gl-worker-*.mjs',
    ],
    // Kept by the worker when a photo first needs it.
    globIgnores: ['**/heic-to-*.js'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
  },
  manifest: {
    name: 'Veld',
    short_name: 'Veld',
    description: 'Record and browse species observations, also where there is no network',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: '#f7f4ec',
    background_color: '#f7f4ec',
    categories: ['education', 'lifestyle'],
    share_target: SHARE_TARGET,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
});

/** The development server answers at the address of embeds as the server does. */
const embedPage: Plugin = {
  name: 'veld-embed-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/embed\/?(?=\?|$)/i, '/embed.html');
      next();
    });
  },
};

/** The screens and layouts that people begin with. */
const FIRST_SCREENS = ['DashboardScreen', 'WelcomePage', 'AdminLayout', 'GuestLayout'];

/** Chunks whose name is useful: the decoder of HEIC photos, which is not precached, and the parts of the first load. */
const KEEP_NAMES = new Set(['heic-to', 'libraries', 'interface', 'contract', 'shared', 'veld', ...FIRST_SCREENS]);

/**
 * What features declare in files of one name, as one list. `import.meta.glob` would do the same with the path of each file, which is a part
 * of the first load. The development server has to be started again after a new one.
 */
const declarations = (module: string, name: string, exported: string): Plugin => ({
  name: module,
  resolveId: (id) => (id === `virtual:${module}` ? `\0${id}` : null),
  load(id) {
    if (id !== `\0virtual:${module}`) return null;
    const files = globSync(`src/features/*/${name}`, { cwd: here('.') }).toSorted();
    const imports = files.map((file, index) => `import { ${exported} as one${index} } from ${JSON.stringify(here(file))};`);
    return `${imports.join('\n')}\nexport default [${files.map((_, index) => `one${index}`).join()}];`;
  },
});

/** The icons of the navigation, which features declare. */
const navigationIcons = globSync('src/{app,features/*}/feature.ts', { cwd: here('.') }).flatMap((file) =>
  [...readFileSync(here(file), 'utf8').matchAll(/^import \{([^}]*)\} from '@tabler\/icons-react'/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/Icon(\w+)/g)].map(([, name = '']) => name),
  ),
);
/** The other icons of the frame, and those of Today. */
const FRAME_ICONS =
  'AlertTriangle|Camera|ChevronRight|CloudCheck|CloudDown|CloudOff|CloudUp|Dots|Download|Language|LayoutGrid|LayoutSidebar|Login2|Logout|MapPin|MapPinOff|Pencil|PlayerPause|Plus|Refresh|X'.split(
    '|',
  );

/** Chunks of the first load: what is loaded later need not ask for them. */
const FIRST = /\/(libraries|interface|contract|shared|veld)-/;
const IS_FIRST_SCREEN = new RegExp(`/(${FIRST_SCREENS.join('|')})-`);
/** Scripts of a later screen that are asked for at once. They ask for its others, whose names would take seven kilobytes of the first load. */
const ASKED_AT_ONCE = 8;

/** The files that the app asks for when it loads a chunk. */
function listFiles(chunk: string, files: string[]): string[] {
  const missing = files.filter((file) => !FIRST.test(file));
  if (IS_FIRST_SCREEN.test(chunk)) return missing;
  const [styles, scripts] = [missing.filter((file) => file.endsWith('.css')), missing.filter((file) => !file.endsWith('.css'))];
  return [...scripts.slice(0, ASKED_AT_ONCE), ...styles];
}

export default defineConfig({
  plugins: [
    react(),
    texts(here('..')),
    declarations('veld-features', 'feature.ts', 'feature'),
    declarations('veld-outbox', 'outbox.ts', 'outboxIcons'),
    withoutSummaries,
    embedPage,
    ...(isUnderTest ? [] : [pwa]),
  ],
  // The build for today's browsers; the package's own entry leads to the one for yesterday's.
  resolve: { alias: isUnderTest ? {} : { dexie: here('../node_modules/dexie/dist/modern/dexie.min.mjs') } },
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Pictures and fonts stay files: the content policy names no data: source for fonts, and a file is cached once.
    assetsInlineLimit: 0,
    // Every browser that runs this target knows it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) => (hostType === 'js' ? listFiles(file, files) : files),
    },
    rolldownOptions: {
      output: {
        // The first load lists the files of every screen, so each character of a name costs it nearly a kilobyte: no name, and the fewest
        // characters of the hash that the bundler allows. The service worker knows the decoder by its name.
        chunkFileNames: ({ name }) => (KEEP_NAMES.has(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]'),
        codeSplitting: {
          groups: [
            // What every screen needs and what changes seldom: together they compress better, and a new version of the app leaves them cached.
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|use-sync-external-store|zustand|dexie|zod|clsx)[\\/]/,
            },
            // For the same reasons, the parts of the component library that the first screens need.
            {
              name: 'interface',
              test: /node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Button|Loader|Transition|UnstyledButton|VisuallyHidden))[\\/]/,
            },
            // The fields, dialogs and menus of all other screens, in one file instead of forty.
            {
              name: 'controls',
              test: /node_modules[\\/](@mantine|@floating-ui|react-remove-scroll)[\\/]/,
              includeDependenciesRecursively: false,
            },
            // The icons of the frame and of Today: files of their own would be mostly overhead.
            {
              name: 'icons',
              test: new RegExp(
                `@tabler[\\\\/]icons-react[\\\\/].*(createReactComponent|Icon(${[...navigationIcons, ...FRAME_ICONS].join('|')}))\\.mjs$`,
              ),
            },
            { name: 'more-icons', test: /@tabler[\\/]icons-react[\\/]/, includeDependenciesRecursively: false },
            { name: 'queries', test: /@tanstack[\\/](react-)?query/, includeDependenciesRecursively: false },
            // The modules of the contract and of geometry that the frame needs.
            {
              name: 'contract',
              test: /contract[\\/]src[\\/](.*[\\/])?(dates|media|taxa|vocabulary|problem|ranks|accounts|attributes|group-fields|observations|settings|places|place-geometry|experience|route)\.ts$|geometry[\\/]src[\\/](antimeridian|crossing|distance|earth|inside|segments)\.ts$/,
            },
            // The screen of the map would else be ninety small files, which are loaded before its first drawing.
            { name: 'map', test: /web[\\/]src[\\/]features[\\/]map[\\/](?!feature\.|load-map\.)/, includeDependenciesRecursively: false },
            // What lists of records and species have in common.
            {
              name: 'lists',
              test: /web[\\/]src[\\/].*[\\/](PageHeader|Skeletons|RecordCards|Photo|OwnPhoto|TaxonRow|TaxonSearch|GroupIcon|GroupSelect|PeriodSelect|LocationSelect|RarityDots|ScientificName|GuessesHeading|record-labels|crop-pixels|use-blob-url|use-address-filter|use-place-words|words-at|steady-focus|countries|saved-places|own-of-taxon)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // The first load has the name of each file that a screen may load, so small parts of several screens are one file.
            { name: 'charts', test: /web[\\/]src[\\/]ui[\\/]charts[\\/]/, includeDependenciesRecursively: false },
            {
              name: 'states',
              test: /web[\\/]src[\\/].*[\\/](EmptyDrawings|EmptyState|OwnEmptyState)\.tsx$/,
              includeDependenciesRecursively: false,
            },
            // What only the settings and embeds need; it would become a part of the first load otherwise.
            { name: 'embeds', test: /contract[\\/]src[\\/]embeds\.ts$/, includeDependenciesRecursively: false },
            // Small modules of the frame and of Today, for the same reason: one file instead of thirty, whose names tell what is in them.
            {
              name: 'shared',
              test: /web[\\/]src[\\/].*[\\/](((Avatar|ObserveButton|StatusChip|SyncLine|FrameTop|StateParts|StatTile|Headings|Drafts|shell)\.module\.css)|(own-count|location|format|locale|shared-list|SyncChip|drafts|call-error|own|sending-rules|CloudOff|outbox-counts|app-version|Avatar|last-place|Mark|StatTile|log-out|changes[\\/]species|FrameTop|StatusChip|ObserveButton|ErrorState|device-setting|use-now|throttled-query|use-throttled-query|on-board|sender-stores|SectionTitle|inner-address|shared-files-news|page-title|OfflineChip|pull-store|walking-speed|record-filter|dashboard[\\/]data|sync-labels|species-count|language|records[\\/]photos|records[\\/]observations|changed-rows|place-shape|backoff|readable|db[\\/]facts|stored-facts|facts-in-memory|fix-filter|fix|is-same|latest-first|use-page-attribute|Drawing|db[\\/]ids|session[\\/]session|own-figures|clock|photos-in-order|location-permission)\.tsx?)$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // Tests see no styles, but for the tokens whose contrast is computed.
  test: { css: { include: [/tokens\.css/] } },
  server: {
    port: 5173,
    proxy: { '/api': { target: process.env.VELD_API ?? 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
