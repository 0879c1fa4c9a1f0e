import { describe, expect, test } from 'vitest';
import { contactForm, contactTopics, enquiryForm, enquiryKinds, messageLimits, messageReceipt } from '#contract/messages.ts';

const message = 'Is the oat mug coming back?\nThank you.';
const contact = { name: 'Ada Moss', email: 'ada@example.com', topic: 'order', message };
const enquiry = { kind: 'wholesale', name: 'Ada Moss', business: 'Moss & Daughter', email: 'ada@example.com', message };

const takesContact = (over: object): boolean => contactForm.safeParse({ ...contact, ...over }).success;
const takesEnquiry = (over: object): boolean => enquiryForm.safeParse({ ...enquiry, ...over }).success;

describe('a message to the shop', () => {
  test('needs no order, and comes without the spaces around it', () => {
    expect(contactForm.parse({ ...contact, name: ' Ada Moss ', message: `\n${message}\n` })).toEqual({
      ...contact,
      orderId: '',
      honeypot: '',
    });
    expect(contactForm.parse({ ...contact, orderId: ' o-1 ', honeypot: 'x' })).toEqual({ ...contact, orderId: 'o-1', honeypot: 'x' });
  });

  test('is about one of the things that can be chosen', () => {
    expect(contactTopics.every((topic) => takesContact({ topic }))).toBe(true);
    expect(['', 'weather', undefined].some((topic) => takesContact({ topic }))).toBe(false);
  });

  test.each([
    ['name', 1, messageLimits.name],
    ['orderId', 0, messageLimits.orderId],
    ['message', messageLimits.text.least, messageLimits.text.most],
    ['honeypot', 0, messageLimits.text.most],
  ])('has a field %s of %i to %i characters', (field, least, most) => {
    const taken = [0, least - 1, least, most, most + 1].filter((length) => takesContact({ [field]: 'x'.repeat(Math.max(0, length)) }));
    expect(taken.toSorted((one, other) => one - other)).toEqual(least === 0 ? [-1, 0, 0, most] : [least, most]);
  });

  test.each(['name', 'email', 'topic', 'message'])('is not taken without its %s', (field) => {
    expect(takesContact({ [field]: undefined })).toBe(false);
  });

  test('may have several lines, and its sender’s name one', () => {
    expect(takesContact({ name: 'Ada\nMoss' })).toBe(false);
    expect(takesContact({ email: 'ada' })).toBe(false);
  });
});

describe('an enquiry', () => {
  test('needs no telephone, and comes without the spaces around it', () => {
    expect(enquiryForm.parse({ ...enquiry, business: ' Moss & Daughter ' })).toEqual({ ...enquiry, phone: '', honeypot: '' });
    expect(enquiryForm.parse({ ...enquiry, phone: ' 0113 496 0142 ' })).toMatchObject({ phone: '0113 496 0142' });
  });

  test('is of one of the kinds that there are', () => {
    expect(enquiryKinds.every((kind) => takesEnquiry({ kind }))).toBe(true);
    expect(['', 'reseller', undefined].some((kind) => takesEnquiry({ kind }))).toBe(false);
  });

  test.each([
    ['business', 1, messageLimits.business],
    ['phone', 0, messageLimits.phone],
    ['message', messageLimits.text.least, messageLimits.text.most],
  ])('has a field %s of %i to %i characters', (field, least, most) => {
    const taken = [0, least - 1, least, most, most + 1].filter((length) => takesEnquiry({ [field]: 'x'.repeat(Math.max(0, length)) }));
    expect(taken.toSorted((one, other) => one - other)).toEqual(least === 0 ? [-1, 0, 0, most] : [least, most]);
  });

  test.each(['kind', 'name', 'business', 'email', 'message'])('is not taken without its %s', (field) => {
    expect(takesEnquiry({ [field]: undefined })).toBe(false);
  });
});

test('the answer to a message has a sentence and the number to ask by', () => {
  expect(messageReceipt.parse({ message: 'Thank you.', reference: 'M-1', more: 1 })).toEqual({ message: 'Thank you.', reference: 'M-1' });
  expect([{ message: 'Thank you.' }, { reference: 'M-1' }, {}].some((answer) => messageReceipt.safeParse(answer).success)).toBe(false);
});
