import type { Page } from '@playwright/test';
import { throttling } from 'lighthouse/core/config/constants.js';
import { chromiumFlags } from './programs.ts';

const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps, cpuSlowdownMultiplier: cpuSlowdown } = throttling.mobileSlow4G;

const bytesPerSecond = (kilobits: number): number => (kilobits * 1024) / 8;

/**
 * Flags of a browser in which times are measured. While DevTools are attached, V8 determines the source positions of an `Error` when it is created,
 * for which it parses the functions around it again: 90 ms at CPU ×4 for the errors that React creates when it is evaluated, and nothing without
 * DevTools. With the flag it records them when it compiles.
 */
export const benchFlags = [...chromiumFlags, '--js-flags=--no-enable-lazy-source-positions'];

/** Applies Lighthouse's mobile throttling (slow 4G, CPU ×4) to a page through the DevTools protocol, not simulated. */
export const throttle = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: requestLatencyMs,
    downloadThroughput: bytesPerSecond(downloadThroughputKbps),
    uploadThroughput: bytesPerSecond(uploadThroughputKbps),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
};
