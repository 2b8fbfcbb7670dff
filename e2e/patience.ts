import { expect as base } from '@playwright/test';
import { machineFactor } from '../scripts/test-run/machine.mjs';

/** A time limit in milliseconds, longer by as much as this machine is slower than the reference (docs/testing.md). */
export const patience = (milliseconds: number) => Math.round(milliseconds * machineFactor());

/** Playwright's `expect` with the limit of the specs, also where Playwright's configuration is not read: in set-up and benchmarks. */
export const expect = base.configure({ timeout: patience(30_000) });
