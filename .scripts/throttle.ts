import type { CDPSession, Page } from '@playwright/test';
import { throttling } from 'lighthouse/core/config/constants.js';

const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps, cpuSlowdownMultiplier } = throttling.mobileSlow4G;
const bytesPerSecond = (kilobits: number): number => (kilobits * 1024) / 8;

export type Network = 'slow 4G' | 'not throttled';

/** Applies Lighthouse's mobile throttling (slow 4G, CPU ×4) to a page through the DevTools protocol, not simulated. */
export const throttle = async (page: Page, network: Network = 'slow 4G'): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (network === 'slow 4G')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: requestLatencyMs,
      downloadThroughput: bytesPerSecond(downloadThroughputKbps),
      uploadThroughput: bytesPerSecond(uploadThroughputKbps),
    });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdownMultiplier });
  return session;
};
