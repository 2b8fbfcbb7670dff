/** The texts of each language, completed with English by `scripts/texts/vite-plugin.ts`. */
declare module 'virtual:veld-texts' {
  interface Texts {
    /** Those of the shell. */
    common: Record<string, unknown>;
    /** The other namespaces. */
    files: Record<string, () => Promise<{ default: Record<string, unknown> }>>;
  }

  /** A list of all files would be part of the first script, so each language has its own. */
  export const languages: Record<string, () => Promise<{ texts: Texts }>>;
}
