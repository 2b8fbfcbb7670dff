/** The introductions. A person sees each once, on any device, and again when they ask for it. */
export const WIZARDS = ['welcome', 'first-record', 'gps', 'names', 'offline-pack', 'journeys', 'privacy', 'identify'] as const;
export type Wizard = (typeof WIZARDS)[number];

export const WIZARD_STEPS = ['one', 'two', 'three'] as const;
