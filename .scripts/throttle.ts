import type { CDPSession, Page } from '@playwright/test';
import { throttling } from 'lighthouse/core/config/constants.js';

const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps, cpuSlowdownMultiplier } = throttling.mobileSlow4G;
const bytesPerSecond = (kilobits: number): number => (kilobits * 1024) / 8;

/** Slow 4G and a mid-range phone's processor, applied to a page by Chromium while it runs, with Lighthouse's own figures. */
export const throttle = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: requestLatencyMs,
    downloadThroughput: bytesPerSecond(downloadThroughputKbps),
    uploadThroughput: bytesPerSecond(uploadThroughputKbps),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdownMultiplier });
  return session;
};
