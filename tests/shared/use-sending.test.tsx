import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noFormFields, useSending } from '#shared/ui/use-sending.ts';

test('the message of a failure goes when the form is sent again, and does not stand above what was saved', async () => {
  const { result } = renderHook(() => useSending(noFormFields, ({ message }) => message ?? ''));
  await act(() => result.current.send(Promise.reject({ status: 500, message: 'Something went wrong.' })));
  expect(result.current.message).toBe('Something went wrong.');
  await act(() => result.current.send(Promise.resolve('saved')));
  expect([result.current.message, result.current.error]).toEqual([undefined, undefined]);
});
