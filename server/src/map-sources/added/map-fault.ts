import type { MapFailure } from '@veld/contract';

/** Why a file cannot become a map. The message is for the command line; the app has its own words for the code. */
export class MapFault extends Error {
  readonly code: MapFailure['code'];
  /** What the words of the app name: layers, sizes in bytes. */
  readonly params: Record<string, string | number>;

  constructor(code: MapFailure['code'], message: string, params: Record<string, string | number> = {}) {
    super(message);
    this.code = code;
    this.params = params;
  }
}
