import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './suites.mjs';

describe('the count of a suite', () => {
  test('takes a test file that cannot be loaded for a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
  });

  test('takes a suite of which nothing was run for a failure', () => {
    const name = fileURLToPath(new URL('suites.test.ts', import.meta.url));
    const result = { name, status: 'passed', assertionResults: [{ status: 'passed' }] };
    const report = { numPassedTests: 1, numFailedTests: 0, testResults: [result] };
    expect(countVitest(report, ['tools'])).toEqual({ passed: 1, failed: 0 });
    expect(countVitest(report, ['tools', 'engine'])).toEqual({ passed: 1, failed: 1 });
  });

  test('takes a test that passed in the end for passed', () => {
    const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 0 };
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 2 });
  });

  test('takes an error outside of every test for a failure', () => {
    const stats = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 0, failed: 1 });
  });
});
