import { deskPath } from '#contract/desk/endpoints.ts';

export const refundPath = (reference: string): string => `${deskPath}/refunds/${encodeURIComponent(reference)}`;
