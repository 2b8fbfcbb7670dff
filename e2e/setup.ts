import { rmSync } from 'node:fs';
import build from './build.ts';
import { makeTemplate, TEMPLATE_FOLDER } from './template.ts';

/** Runs once before all browser tests: builds the app, and the template that tests start from. */
export default async function setup(): Promise<() => void> {
  if (!process.env.VELD_E2E_NO_BUILD) build();
  const folder = await makeTemplate();
  process.env[TEMPLATE_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
