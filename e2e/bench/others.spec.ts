import { OTHER_BENCHMARKS, testSmallForm } from './small-form.ts';

for (const name of OTHER_BENCHMARKS) testSmallForm(name);
