import { expect, test } from 'vitest';
import { stockAlertAnswer, stockAlertConfirmation, stockAlertRequest } from '#contract/stock-alert.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

test('a shopper asks to be told about a product at an email address, and may say which choice of it', () => {
  const choice = { variationId: 'boxed', color: 'Oat', size: '350 ml' };
  expectFields(stockAlertRequest, { productId: 'mug', email: 'ada@example.com' }, choice, ['', 'x'.repeat(255)]);
});

test('the answer says that the alert waits, or has to be confirmed by mail first', () => {
  for (const state of ['waiting', 'confirm']) expectFields(stockAlertAnswer, { state, message: 'Thank you.' });
  expect(stockAlertAnswer.safeParse({ state: 'sent', message: '' }).success).toBe(false);
  expectFields(stockAlertConfirmation, { token: 't'.repeat(200) }, {}, ['', 't'.repeat(201)]);
});
