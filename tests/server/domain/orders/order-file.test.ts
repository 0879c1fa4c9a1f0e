import { expect, test } from 'vitest';
import { phoneCell, romanCell, timeCell, toCsv } from '#server/domain/orders/order-file.ts';

test.each([
  ['2027-05-31T23:30:00.000Z', '2027-06-01 00:30'],
  ['2027-06-01T22:59:59.999Z', '2027-06-01 23:59'],
  ['2027-01-01T09:05:00.000Z', '2027-01-01 09:05'],
])('the time %s is %s in a file, by the clock in the UK', (at, cell) => {
  expect(timeCell(at)).toBe(cell);
});

test.each([
  ['07700900142', '07700 900142'],
  ['+44 7700 900142', '07700 900142'],
  ['0044 (0)113 496 0142', '01134 960142'],
  ['0113 496 0142 x12', '0113 496 0142 x12'],
  ['+33123456789', '+33 123456789'],
  ['+353 20 91 2345', '+353 20 91 2345'],
  ['', ''],
])('the telephone number “%s” is “%s” in a file, which no spreadsheet takes for a quantity', (phone, cell) => {
  expect(phoneCell(phone)).toBe(cell);
});

test('a cell that a spreadsheet would take as a formula begins with a space, which label programs trim', () => {
  const cells = ['=1+1', '+1', '-1 Mill Lane', '@SUM(A1)', '\t=1', '\r=1', '＝1', '1 Mill Lane', -5];
  expect(toCsv(cells)).toBe(' =1+1, +1, -1 Mill Lane, @SUM(A1), =1, =1, ＝1,1 Mill Lane,-5\r\n');
});

test.each([
  ['Łukasz Øster-Groß', 'Lukasz Oster-Gross'],
  ['Seán O’Leary', "Sean O'Leary"],
  ['Æthelred Þór ÐÍNA', 'Aethelred Thor DINA'],
  ['Şule Öztürk', 'Sule Ozturk'],
  ['Ada Lovelace', 'Ada Lovelace'],
])('the name %s is offered to couriers in Roman letters: %s', (name, cell) => {
  expect(romanCell(name)).toBe(cell);
});
