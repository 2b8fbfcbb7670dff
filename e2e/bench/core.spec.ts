import { CORE_BENCHMARKS, testSmallForm } from './small-form.ts';

for (const name of CORE_BENCHMARKS) testSmallForm(name);
