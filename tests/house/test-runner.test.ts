import { describe, expect, test, vi } from 'vitest';
import { engines, selectEngines } from '#scripts/browser-engines.ts';
import { createConsoleOutput } from '#scripts/test/console-output.ts';
import { type Environment, parts, readOptions } from '#scripts/test/options.ts';
import { countProgress } from '#scripts/test/progress.ts';
import { describeFailures, leftOutReasons, readPlaywright, readVitest, slowestTests } from '#scripts/test/reports.ts';
import { runSteps } from '#scripts/test/run-steps.ts';
import { runTool } from '#scripts/test/run-tool.ts';
import type { Step } from '#scripts/test/steps.ts';
import { addLeftOut, evaluateTests, type StepOutcome, type StepResult, summarise } from '#scripts/test/summary.ts';

const laptop: Environment = { isCi: false, isRootInContainer: false, platform: 'linux' };
const ending = (over: Partial<StepResult>): StepResult => ({ name: 'tests', state: 'passed', seconds: 1, ...over });
const passed = (count: number): StepResult => ending({ counts: { passed: count, failed: 0, skipped: 0 } });
const skipped = (count: number): StepResult => ending({ state: 'skipped', counts: { passed: 0, failed: 0, skipped: count } });
const onLaptop = { allowMissing: true, requiresTests: true };
const inCi = { allowMissing: false, requiresTests: true };

describe('the last line of a run', () => {
  test('the last line of a run adds up the tests of all steps', () => {
    expect(summarise([passed(3854), ending({ name: 'types' }), passed(229)], inCi)).toEqual({ code: 0, lastLine: '4083 passed, 0 failed' });
  });

  test('the last line of a run counts failed tests, and the run is red', () => {
    const failing = ending({ state: 'failed', counts: { passed: 10, failed: 2, skipped: 0 } });
    expect(summarise([passed(5), failing], onLaptop)).toEqual({ code: 1, lastLine: '15 passed, 2 failed' });
  });

  test('the last line of a run counts a step that fails without a failed test as one', () => {
    expect(summarise([passed(5), ending({ state: 'failed' })], onLaptop)).toEqual({ code: 1, lastLine: '5 passed, 1 failed' });
  });

  test('the last line of a run counts steps that a laptop cannot run as skipped, and the run is green', () => {
    expect(summarise([passed(5), skipped(448)], onLaptop)).toEqual({ code: 0, lastLine: '5 passed, 0 failed, 448 skipped' });
  });

  test('the last line of a run counts a skipped step with an unknown number of tests as one skipped test', () => {
    expect(summarise([passed(5), ending({ state: 'skipped' })], onLaptop).lastLine).toBe('5 passed, 0 failed, 1 skipped');
  });

  test('the last line of a run is red in CI when a step was skipped', () => {
    expect(summarise([passed(5), skipped(448)], inCi)).toEqual({ code: 1, lastLine: '5 passed, 1 failed, 448 skipped' });
  });

  test('the last line of a run is red when no test ran, except when only the sources were checked', () => {
    expect(summarise([ending({ name: 'types' })], onLaptop)).toEqual({ code: 1, lastLine: '0 passed, 1 failed' });
    expect(summarise([ending({ name: 'types' })], { allowMissing: true, requiresTests: false })).toEqual({
      code: 0,
      lastLine: '0 passed, 0 failed',
    });
  });
});

describe('a step of tests', () => {
  test.each([
    ['has counted tests that passed', 0, { passed: 1, failed: 0, skipped: 0 }, true],
    ['wrote no report', 0, undefined, false],
    ['ran nothing', 0, { passed: 0, failed: 0, skipped: 0 }, false],
    ['skipped a test that could have run', 0, { passed: 9, failed: 0, skipped: 1 }, false],
    ['has a failed test but exit code 0', 0, { passed: 9, failed: 1, skipped: 0 }, false],
    ['has exit code 1 although every test passed', 1, { passed: 9, failed: 0, skipped: 0 }, false],
  ])('a step of tests that %s gets the right verdict', (_, code, counts, isGreen) => {
    expect(evaluateTests(code, counts).isSuccess).toBe(isGreen);
  });
});

describe('a step that leaves tests out on this machine', () => {
  const output =
    '\nLeft out: pictures, because the browser is another.\nLeft out: pictures, because the browser is another.\nRunning 217 tests\n';

  test('a step that leaves tests out on this machine names them, and the last line counts them as skipped, also in CI', () => {
    const outcome = addLeftOut({ state: 'passed', counts: { passed: 217, failed: 0, skipped: 0 } }, leftOutReasons(output), 233);
    expect(outcome.note).toBe('Left out: pictures, because the browser is another.');
    expect(summarise([ending(outcome)], inCi)).toEqual({ code: 0, lastLine: '217 passed, 0 failed, 16 skipped' });
  });

  test('a step that leaves tests out on this machine, none of which were selected, says nothing of them', () => {
    const outcome: StepOutcome = { state: 'passed', counts: { passed: 3, failed: 0, skipped: 0 } };
    expect(addLeftOut(outcome, leftOutReasons(output), 3)).toBe(outcome);
  });
});

describe('a run', () => {
  const quiet = () => {
    const written: string[] = [];
    return { written, screen: createConsoleOutput({ write: (text) => written.push(text) }) };
  };
  const step = (name: string, outcome: () => Promise<StepOutcome>): Step => ({ name, run: outcome });

  test('a run continues after a step that failed and one that threw, and prints both errors', async () => {
    const { written, screen } = quiet();
    const endings: StepResult[] = [];
    const steps = [
      step('layers', async () => ({ state: 'failed', details: 'no-cross-feature-imports: cart → chat' })),
      step('size', () => Promise.reject(new Error('there is no build'))),
      step('types', async () => ({ state: 'passed', note: 'not shown before' })),
    ];
    await runSteps(steps, screen, endings);
    expect(endings.map(({ name, state }) => `${name} ${state}`)).toEqual(['layers failed', 'size failed', 'types passed']);
    expect(written.join('')).toContain('no-cross-feature-imports: cart → chat');
    expect(written.join('')).toContain('there is no build');
    expect(summarise(endings, inCi).lastLine).toBe('0 passed, 2 failed');
  });

  test('a run prints the progress of a step at intervals when the output is no terminal', () => {
    vi.useFakeTimers();
    try {
      const { written, screen } = quiet();
      const progress = countProgress();
      const stop = screen.showProgress('tests', progress.text);
      progress.record({ type: 'planned', count: 2, unit: 'files' });
      progress.record({ type: 'test', file: 'tests/a.test.ts', title: 'one', state: 'passed', milliseconds: 1500 });
      progress.record({ type: 'test', file: 'tests/b.test.ts', title: 'two', state: 'failed', milliseconds: 20 });
      progress.record({ type: 'ended', name: 'tests/b.test.ts (node)' });
      vi.advanceTimersByTime(20_000);
      expect(written.join('')).toMatch(/^… tests, 20 s, 1 passed, 1 failed, 1 of 2 files, slowest tests\/a\.test\.ts 1\.5 s\n$/);
      stop();
      vi.advanceTimersByTime(60_000);
      expect(written).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a tool that is stuck', () => {
  test('a tool that is stuck has its progress say what it waits for, after a minute', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const progress = countProgress();
      for (const name of ['tests/a.test.ts (node)', 'tests/b.test.ts (node)']) progress.record({ type: 'started', name });
      progress.record({ type: 'ended', name: 'tests/a.test.ts (node)' });
      vi.advanceTimersByTime(59_000);
      expect(progress.text()).toBe('0 passed, 0 failed');
      vi.advanceTimersByTime(2000);
      expect(progress.text()).toBe('0 passed, 0 failed, waiting for tests/b.test.ts (node)');
      expect(progress.quietMs()).toBe(61_000);
      progress.record({ type: 'planned', count: 2, unit: 'files' });
      expect(progress.text()).toBe('0 passed, 0 failed, 1 of 2 files');
    } finally {
      vi.useRealTimers();
    }
  });

  test('a tool that is stuck is killed with the processes it started', async () => {
    // The child holds the output of its parent: the call returns once both have ended.
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'inherit' });
      process.send(child.pid, () => { for (;;); });`;
    const started: unknown[] = [];
    const { wasStuck, code } = await runTool('tsx', ['-e', script], {
      onMessage: (pid) => started.push(pid),
      isStuck: () => started.length > 0,
    });
    expect({ wasStuck, code, started }).toEqual({ wasStuck: true, code: 1, started: [expect.any(Number)] });
  });

  test('a tool that ends by itself was not stuck', async () => {
    expect(await runTool('tsx', ['-e', 'console.log("done")'], { isStuck: () => false })).toMatchObject({
      wasStuck: false,
      code: 0,
      stdout: 'done\n',
    });
  });
});

describe('the report of', () => {
  const inVitest = {
    numPassedTests: 1,
    numFailedTests: 1,
    numTotalTests: 3,
    testResults: [
      {
        name: `${process.cwd()}/tests/a.test.ts`,
        assertionResults: [
          { fullName: 'group first', status: 'passed', duration: 2000 },
          { fullName: 'group second', status: 'failed', duration: 10, failureMessages: ['expected 1 to be 2'] },
          { fullName: 'group third', status: 'pending' },
        ],
      },
    ],
  };
  const inBrowser = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: 'buys a mug',
                file: 'journeys/buy.spec.ts',
                line: 7,
                tests: [{ status: 'expected', projectName: 'desktop', results: [{ duration: 5000 }] }],
              },
              {
                title: 'comes back',
                file: 'journeys/buy.spec.ts',
                line: 20,
                tests: [
                  {
                    status: 'flaky',
                    projectName: 'phone',
                    results: [
                      {
                        duration: 10,
                        errors: [{ message: 'the cart is empty' }],
                        attachments: [
                          { name: 'page', body: Buffer.from('heading “Your cart”').toString('base64') },
                          { name: 'trace', path: `${process.cwd()}/test-results/trace.zip` },
                        ],
                      },
                      { duration: 30 },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };

  test('the report of Vitest is counted, and a test that did not run is skipped', () => {
    expect(readVitest(inVitest).counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(describeFailures(readVitest(inVitest).tests)).toBe('✗ tests/a.test.ts › group second\n\n    expected 1 to be 2\n');
  });

  test('the report of Playwright is counted, and a test that failed before it passed has failed', () => {
    expect(readPlaywright(inBrowser).counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(describeFailures(readPlaywright(inBrowser).tests)).toContain('e2e/journeys/buy.spec.ts:20 › comes back (phone)');
  });

  test('the report of Playwright says what the page of a failed test showed, and where its files are', () => {
    const failures = describeFailures(readPlaywright(inBrowser).tests);
    expect(failures).toContain('page: heading “Your cart”');
    expect(failures).toContain('trace: test-results/trace.zip');
  });

  test('the report of both tools lists the slowest tests first', () => {
    const lines = slowestTests([...readVitest(inVitest).tests, ...readPlaywright(inBrowser).tests], 2);
    expect(lines).toEqual(['   5.0 s  e2e/journeys/buy.spec.ts:7 › buys a mug (desktop)', '   2.0 s  tests/a.test.ts › group first']);
  });

  test('the report of neither tool is accepted in another form', () => {
    expect(() => readVitest({ numTotalTests: 3 })).toThrow();
    expect(() => readPlaywright({ suites: [] })).toThrow();
  });
});

describe('the command line of the tests', () => {
  test('the command line of the tests runs every part by default', () => {
    expect(readOptions([], laptop)).toEqual({ filters: [], parts, allowMissing: true, canInstall: false });
  });

  test('the command line of the tests accepts filters and parts', () => {
    const { filters, parts: some } = readOptions(['cart', '--without-browser', 'mini', '--only=static,browser'], laptop);
    expect({ filters, some }).toEqual({ filters: ['cart', 'mini'], some: ['static'] });
  });

  test.each([
    ['on a laptop', [], laptop, false],
    ['on a laptop when it is asked to', ['--install'], laptop, true],
    ['as root in a container', [], { ...laptop, isRootInContainer: true }, true],
    ['in CI', [], { ...laptop, isCi: true }, true],
  ])('the command line of the tests allows the installation of packages %s, with the arguments %j', (_, argv, machine, canInstall) => {
    expect(readOptions(argv, machine).canInstall).toBe(canInstall);
  });

  test.each([
    [[], engines, []],
    [['firefox', 'wishlist'], ['firefox'], ['wishlist']],
    [['wishlist'], engines, ['wishlist']],
  ])('the command line of the journeys in other engines reads engines and filters from %j', (argv, selected, filters) => {
    expect(selectEngines(readOptions(argv, laptop).filters)).toEqual({ selected, filters });
  });

  test('the command line of the tests requires every part in CI', () => {
    expect(readOptions([], { ...laptop, isCi: true }).allowMissing).toBe(false);
  });

  test.each([
    [['--instal'], laptop, /Unknown option --instal/],
    [['--only=bowser'], laptop, /Unknown part “bowser”/],
    [[], { ...laptop, platform: 'win32' } as const, /Windows/],
  ])('the command line of the tests refuses %j with an error message', (argv, machine, sentence) => {
    expect(() => readOptions(argv, machine)).toThrow(sentence);
  });
});
