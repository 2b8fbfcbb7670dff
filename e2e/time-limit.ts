import { expect as base } from '@playwright/test';
import { machineFactor } from '../scripts/test-run/machine.mjs';

/** Multiplies a time limit in milliseconds by the measured factor of the machine (docs/testing.md). */
export const timeLimit = (milliseconds: number) => Math.round(milliseconds * machineFactor());

/** Playwright's `expect` with the limit of the specs, for setup and benchmarks, which run without Playwright's configuration. */
export const expect = base.configure({ timeout: timeLimit(30_000) });
