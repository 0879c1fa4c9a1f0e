import { expect, test } from 'vitest';
import { readDevice } from '#server/http/device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S901B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/138.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPad',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148', 'Firefox', 'iPhone'],
  ['curl/8.14.1', '', ''],
  ['<script>alert(1)</script>', '', ''],
  [undefined, '', ''],
])('the user agent %j is shown to its owner as browser %j on %j', (userAgent, browser, system) => {
  expect(readDevice(userAgent)).toEqual({ browser, system });
});
