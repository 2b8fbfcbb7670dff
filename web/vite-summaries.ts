import type { Plugin } from 'vite';

/** What routes say about themselves is for the server's OpenAPI document, and 2 kB of the first load. */
export const withoutSummaries: Plugin = {
  name: 'veld-without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\// },
    handler: (code) => ({ code: code.replaceAll(/\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),/g, ''), map: null }),
  },
};
