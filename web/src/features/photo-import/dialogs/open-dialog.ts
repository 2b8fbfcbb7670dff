/** The open dialog and the records it applies to. */
export interface OpenDialog {
  kind: 'species' | 'place' | 'sharing' | 'move';
  ids: string[];
}
