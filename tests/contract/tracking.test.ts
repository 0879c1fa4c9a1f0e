import { expect, test } from 'vitest';
import { readTracking } from '#contract/tracking.ts';

test.each([
  ['RM 1234 5678 9GB', 'RM 1234 5678 9GB'],
  [' 6122058201234567 ', '6122058201234567'],
  ['="6122058201234567"', '6122058201234567'],
  ['"6122058201234567"', '6122058201234567'],
  ["'6122058201234567", '6122058201234567'],
  ['’6122058201234567', '6122058201234567'],
  ['6122058201234560', '6122058201234560'],
  ['15501234567800', '15501234567800'],
  // What is marked as text is as the courier gave it.
  ["'612205820123000", '612205820123000'],
  ["'12E34", '12E34'],
  ['', ''],
])('the tracking number %j is read as %j', (typed, number) => {
  expect(readTracking(typed)).toEqual({ number, isShortened: false });
});

test.each([
  '1E5',
  '6.12206E+11',
  '6,12206E+15',
  '6E+15',
  '6.12206e15',
  '="6.12206E+11"',
  '612205820123000',
  '6122058201230000',
  '61220582012345600',
])('a spreadsheet has shortened the tracking number %j', (typed) => {
  expect(readTracking(typed).isShortened).toBe(true);
});
