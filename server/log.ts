import pino, { type DestinationStream, type Logger } from 'pino';
import { redact } from '#server/domain/email-address.ts';
import type { Env } from '#server/env.ts';

/**
 * Of an error only its class, code, message and stack, without email addresses: mail servers repeat the recipient, and PostgreSQL adds the
 * values of a row (`detail`, `parameters`).
 */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return redact(String(error));
  return {
    type: error.name,
    message: redact(error.message),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: redact(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: redact(error.cause.message) }),
  };
};

/** The log: JSON, one object a line. Errors are passed as `err`. */
export const createLog = (level: Env['logLevel'], destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: serializeError } }, destination);
