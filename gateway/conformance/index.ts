// The checks for other tests of this repository, such as those of a WordPress that serves the interface itself.

export { GROUPS } from './checks/index.ts';
export { type CheckResult, runChecks } from './runner.ts';
