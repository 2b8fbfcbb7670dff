/** The open dialog and the records it applies to. */
export interface OpenDialog {
  kind: 'species' | 'date' | 'place' | 'count' | 'sharing' | 'move';
  ids: string[];
}
