import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeServerTemplate } from '../template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the `data` of a server after its first start, without accounts; for `startVeldFrom`. */
    template: string;
  }
}

/** Runs once before all tests of the project. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await makeServerTemplate();
  project.provide('template', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
