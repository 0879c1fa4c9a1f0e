import { useState } from 'react';
import type { ApiError } from '#shared/api/api-error.ts';
import type { ErrorTarget } from './use-form.ts';

type Answer<Data> = { readonly data: Data } | { readonly error: ApiError };

/**
 * Sends a form and puts what the server refuses where it belongs: sentences about fields at their fields, the others
 * above the form as `message`, where `sentence` says why a call failed. `error` is the last failure itself, for those who offer something
 * to do about it.
 */
export const useSending = (form: ErrorTarget, sentence: (error: ApiError) => string) => {
  const [error, setError] = useState<ApiError>();
  const [message, setMessage] = useState<string>();

  const forget = () => {
    setError(undefined);
    setMessage(undefined);
  };
  const send = async <Data>(call: Promise<Answer<Data>>, done: (data: Data) => void): Promise<void> => {
    forget();
    const answer = await call;
    if ('data' in answer) return done(answer.data);
    const { errors = {} } = answer.error;
    const others = Object.values(form.setErrors(errors));
    const isToldAtFields = Object.keys(errors).length > 0 && others.length === 0;
    setError(answer.error);
    if (!isToldAtFields) setMessage(sentence(answer.error));
  };
  return { send, forget, error, message };
};
