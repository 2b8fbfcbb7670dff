import { relative } from 'node:path';
import { leftOutSpecs } from '../../e2e/proved-specs.ts';
import { root } from '../processes.mjs';
import { formatReason, startLog } from './log.mjs';

const inRoot = (path) => relative(root, path).replaceAll('\\', '/');

/** Writes the log of a run (see log.mjs) to the file of VELD_TEST_LOG. */
export default class PlaywrightLog {
  #write = process.env.VELD_TEST_LOG ? startLog(process.env.VELD_TEST_LOG) : () => undefined;
  #errors = [];

  onBegin(_config, suite) {
    const leftOut = leftOutSpecs();
    if (leftOut.length > 0) console.log(`Left to "npm run prove -- specs" and VELD_LONG=1: ${leftOut.length} spec files.`);
    for (const test of suite.allTests()) this.#write({ event: 'planned', ...this.#placeOf(test) });
  }

  onTestBegin(test) {
    this.#write({ event: 'started', ...this.#placeOf(test) });
  }

  onTestEnd(test, { status, duration, retry, errors }) {
    // A test that is retried is not finished.
    if (status !== 'skipped' && status !== test.expectedStatus && retry < test.retries) return;
    const state = status === 'skipped' ? 'skipped' : status === test.expectedStatus ? 'passed' : 'failed';
    this.#write({ event: 'test', ...this.#placeOf(test), state, ms: Math.round(duration), errors: errors.map(formatReason) });
  }

  onError(error) {
    this.#errors.push(formatReason(error));
  }

  onEnd({ status }) {
    this.#write({ event: 'end', state: status === 'interrupted' || status === 'timedout' ? 'interrupted' : status, errors: this.#errors });
  }

  /** Playwright must not drop its own output because of this reporter. */
  printsToStdio() {
    return false;
  }

  #placeOf(test) {
    return { file: inRoot(test.location.file), project: 'browser', name: test.titlePath().slice(3).join(' > ') };
  }
}
