/** What is being asked, of which records. */
export interface Asked {
  kind: 'species' | 'place' | 'sharing' | 'move';
  ids: string[];
}
