import { relative } from 'node:path';
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import type { TestFile, TestOrder, TestReply } from './test-runner.ts';

/** A process that keeps Vitest and its transformed modules, and runs the test files it is given: `node test-process.ts ROOT CONFIG`. */
const [root = '', config = ''] = process.argv.slice(2);
const reply = (message: TestReply) => process.send!(message);
const keyOf = ({ project, path }: TestFile) => `${project} ${path}`;
const fileOf = ({ project, moduleId }: Pick<TestModule | TestSpecification, 'project' | 'moduleId'>): TestFile => ({
  project: project.name,
  path: relative(root, moduleId).replaceAll('\\', '/'),
});

const messageOf = (error: unknown) => `unhandled: ${String((error as { message?: unknown }).message)}`;

let failed: string | null = null;
const fail = (test: string) => {
  if (failed !== null) return;
  failed = test;
  void vitest.cancelCurrentRun('test-failure');
};
const reporter: Reporter = {
  onTestCaseResult(test) {
    reply({ type: 'progress' });
    if (test.result().state === 'failed') fail(`${fileOf(test.module).path} > ${test.fullName}`);
  },
  onTestModuleEnd(module) {
    reply({ type: 'progress' });
    const [error] = vitest.state.getUnhandledErrors();
    if (error) fail(messageOf(error));
    if (module.state() === 'failed') fail(fileOf(module).path);
  },
};

const vitest = await createVitest('test', { root, config, watch: false, reporters: [reporter] });
await vitest.standalone();
const specifications = new Map((await vitest.globTestSpecifications()).map((one) => [keyOf(fileOf(one)), one]));

process.on('message', ({ files, env }: TestOrder) => {
  void run(files, env).then(reply, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// Without whom it works for, there is nothing to do.
process.once('disconnect', () => process.exit(0));
reply({ type: 'ready', files: [...specifications.values()].map(fileOf) });

/** Stops at the first failure. */
async function run(files: readonly TestFile[], env: Record<string, string>): Promise<TestReply> {
  failed = null;
  // Workers take the environment of this process when they start, and none outlives a run.
  Object.assign(process.env, env);
  const began = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files.map((file) => specifications.get(keyOf(file))!));
  if (unhandledErrors.length > 0) failed ??= messageOf(unhandledErrors[0]);
  const isEmpty = testModules.every((module) => module.children.size === 0);
  if (isEmpty) failed ??= 'no test ran';
  return { type: 'done', failed, ms: Math.round(performance.now() - began) };
}
