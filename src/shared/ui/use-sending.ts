import { useState } from 'react';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import type { ErrorTarget } from './use-form.ts';

/** The `form` of a call that is sent without one: every error is shown as the message. */
export const noFormFields: ErrorTarget = { setErrors: () => ({}) };

/**
 * Sends a form: the server's field errors go to the fields, all others to `message` above the form, which `toMessage` makes. `error` is the
 * last failure, for forms that offer a remedy. `send` takes an unwrapped mutation and resolves with its error, or with nothing.
 */
export const useSending = (form: ErrorTarget, toMessage: (error: ApiError) => string) => {
  const [error, setError] = useState<ApiError>();
  const [message, setMessage] = useState<string>();

  const clear = () => {
    setError(undefined);
    setMessage(undefined);
  };
  const fail = (failure: ApiError): ApiError => {
    const { errors = {} } = failure;
    const otherErrors = Object.values(form.setErrors(errors));
    const isShownAtFields = Object.keys(errors).length > 0 && otherErrors.length === 0;
    setError(failure);
    if (!isShownAtFields) setMessage(toMessage(failure));
    return failure;
  };
  const send = <Data>(call: Promise<Data>, onSuccess: (data: Data) => void = () => undefined): Promise<ApiError | undefined> => {
    clear();
    return call.then(
      (data) => {
        onSuccess(data);
        return undefined;
      },
      (cause) => fail(asApiError(cause)),
    );
  };
  return { send, clear, error, message };
};
