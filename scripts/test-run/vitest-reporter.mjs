import { relative } from 'node:path';
import { root } from '../processes.mjs';
import { formatReason, startLog } from './log.mjs';

const STATES = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' };
const inRoot = (path) => relative(root, path).replaceAll('\\', '/');

/** Writes the log of a run (see log.mjs) to the file of VELD_TEST_LOG. */
export default class VitestLog {
  #write = process.env.VELD_TEST_LOG ? startLog(process.env.VELD_TEST_LOG) : () => undefined;

  onTestRunStart(specifications) {
    for (const { moduleId, project } of specifications) this.#write({ event: 'planned', file: inRoot(moduleId), project: project.name });
  }

  onTestModuleQueued(module) {
    this.#write({ event: 'started', ...this.#placeOf(module) });
  }

  onTestCaseResult(test) {
    const { state: result, errors = [] } = test.result();
    const state = STATES[result];
    const ms = Math.round(test.diagnostic()?.duration ?? 0);
    this.#write({ event: 'test', ...this.#placeOf(test.module), name: test.fullName, state, ms, errors: errors.map(formatReason) });
  }

  onTestModuleEnd(module) {
    const { duration, environmentSetupDuration, setupDuration, collectDuration } = module.diagnostic();
    const ms = Math.round(duration + environmentSetupDuration + setupDuration + collectDuration);
    const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors().map(formatReason));
    this.#write({ event: 'finished', ...this.#placeOf(module), state: module.state(), ms, errors });
  }

  onTestRunEnd(_modules, unhandledErrors, reason) {
    this.#write({ event: 'end', state: reason, errors: unhandledErrors.map(formatReason) });
  }

  #placeOf({ moduleId, project }) {
    return { file: inRoot(moduleId), project: project.name };
  }
}
