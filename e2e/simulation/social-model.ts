/** When a write happened as the server dates it: by the clock of the device, but not later than when it arrives. In milliseconds. */
export interface Moment {
  earliest: number;
  latest: number;
}

/** The moment of a write at `now` on a device whose clock is `skew` ahead. */
export function boundMoment(now: number, skew: number): Moment {
  return { earliest: now + Math.min(skew, 0), latest: now + skew };
}

/** The last write of each device. Of these, the one with the latest moment stays. */
export class LastWrites<T> {
  readonly #byDevice = new Map<string, { value: T; moment: Moment }>();

  write(device: string, value: T, moment: Moment): void {
    this.#byDevice.set(device, { value, moment });
  }

  get isEmpty(): boolean {
    return this.#byDevice.size === 0;
  }

  /** The values that may have stayed, if everything had arrived by `end`. */
  remaining(end: number): T[] {
    const all = [...this.#byDevice.values()];
    const latest = ({ latest }: Moment) => Math.min(latest, end);
    return all.filter((one) => all.every((other) => latest(one.moment) >= other.moment.earliest)).map((one) => one.value);
  }
}

interface Comment {
  recordId: string;
  texts: LastWrites<string>;
  /** Deleted before it was ever sent, or afterwards: nobody may see it. */
  isDeleted: boolean;
}

/** The last identification that a device made or withdrew. */
export type LastIdentification = { kind: 'put'; id: string } | { kind: 'withdrawal'; id: string };

/** What one person says about records, as far as the devices have acknowledged it. */
export class SocialModel {
  readonly reactions = new Map<string, LastWrites<string | null>>();
  readonly comments = new Map<string, Comment>();
  /** By record and device: the server goes by the order in which they arrive. */
  readonly identifications = new Map<string, Map<string, LastIdentification>>();
  /** The taxon of each identification by id. */
  readonly named = new Map<string, number>();
  reactionCount = 0;
  identificationCount = 0;

  reacted(recordId: string, device: string, emoji: string | null, moment: Moment): void {
    this.reactionCount++;
    if (!this.reactions.has(recordId)) this.reactions.set(recordId, new LastWrites());
    this.reactions.get(recordId)!.write(device, emoji, moment);
  }

  wrote(recordId: string, id: string, device: string, text: string, moment: Moment): void {
    if (!this.comments.has(id)) this.comments.set(id, { recordId, texts: new LastWrites(), isDeleted: false });
    this.comments.get(id)!.texts.write(device, text, moment);
  }

  identified(recordId: string, device: string, last: LastIdentification, taxonId?: number): void {
    this.identificationCount++;
    if (taxonId !== undefined) this.named.set(last.id, taxonId);
    if (!this.identifications.has(recordId)) this.identifications.set(recordId, new Map());
    this.identifications.get(recordId)!.set(device, last);
  }
}
