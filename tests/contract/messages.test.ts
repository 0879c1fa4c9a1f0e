import { describe, expect, test } from 'vitest';
import { contactForm, contactTopics, enquiryForm, enquiryKinds, messageLimits, messageReceipt } from '#contract/messages.ts';

const message = 'Is the oat mug coming back?\nThank you.';
const contact = { name: 'Ada Moss', email: 'ada@example.com', topic: 'order', message };
const enquiry = { kind: 'wholesale', name: 'Ada Moss', business: 'Moss & Daughter', email: 'ada@example.com', message };

const acceptsContact = (over: object): boolean => contactForm.safeParse({ ...contact, ...over }).success;
const acceptsEnquiry = (over: object): boolean => enquiryForm.safeParse({ ...enquiry, ...over }).success;

describe('a message to the shop', () => {
  test('a message to the shop needs no order id, and is trimmed', () => {
    expect(contactForm.parse({ ...contact, name: ' Ada Moss ', message: `\n${message}\n` })).toEqual({
      ...contact,
      orderId: '',
      honeypot: '',
    });
    expect(contactForm.parse({ ...contact, orderId: ' o-1 ', honeypot: 'x' })).toEqual({ ...contact, orderId: 'o-1', honeypot: 'x' });
  });

  test('a message to the shop accepts only the known topics', () => {
    expect(contactTopics.every((topic) => acceptsContact({ topic }))).toBe(true);
    expect(['', 'weather', undefined].some((topic) => acceptsContact({ topic }))).toBe(false);
  });

  test.each([
    ['name', 1, messageLimits.name],
    ['orderId', 0, messageLimits.orderId],
    ['message', messageLimits.text.min, messageLimits.text.max],
    ['honeypot', 0, messageLimits.text.max],
  ])('a message to the shop has a field %s of %i to %i characters', (field, min, max) => {
    const accepted = [0, min - 1, min, max, max + 1].filter((length) => acceptsContact({ [field]: 'x'.repeat(Math.max(0, length)) }));
    expect(accepted.toSorted((one, other) => one - other)).toEqual(min === 0 ? [-1, 0, 0, max] : [min, max]);
  });

  test.each(['name', 'email', 'topic', 'message'])('a message to the shop is refused without the field %s', (field) => {
    expect(acceptsContact({ [field]: undefined })).toBe(false);
  });

  test('a message to the shop is refused with a name of two lines or an invalid e-mail address', () => {
    expect(acceptsContact({ name: 'Ada\nMoss' })).toBe(false);
    expect(acceptsContact({ email: 'ada' })).toBe(false);
  });
});

describe('an enquiry', () => {
  test('an enquiry needs no phone number, and is trimmed', () => {
    expect(enquiryForm.parse({ ...enquiry, business: ' Moss & Daughter ' })).toEqual({ ...enquiry, phone: '', honeypot: '' });
    expect(enquiryForm.parse({ ...enquiry, phone: ' 0113 496 0142 ' })).toMatchObject({ phone: '0113 496 0142' });
  });

  test('an enquiry accepts only the known kinds', () => {
    expect(enquiryKinds.every((kind) => acceptsEnquiry({ kind }))).toBe(true);
    expect(['', 'reseller', undefined].some((kind) => acceptsEnquiry({ kind }))).toBe(false);
  });

  test.each([
    ['business', 1, messageLimits.business],
    ['phone', 0, messageLimits.phone],
    ['message', messageLimits.text.min, messageLimits.text.max],
  ])('an enquiry has a field %s of %i to %i characters', (field, min, max) => {
    const accepted = [0, min - 1, min, max, max + 1].filter((length) => acceptsEnquiry({ [field]: 'x'.repeat(Math.max(0, length)) }));
    expect(accepted.toSorted((one, other) => one - other)).toEqual(min === 0 ? [-1, 0, 0, max] : [min, max]);
  });

  test.each(['kind', 'name', 'business', 'email', 'message'])('an enquiry is refused without the field %s', (field) => {
    expect(acceptsEnquiry({ [field]: undefined })).toBe(false);
  });
});

test('the receipt of a message needs a text and a reference', () => {
  expect(messageReceipt.parse({ message: 'Thank you.', reference: 'M-1', more: 1 })).toEqual({ message: 'Thank you.', reference: 'M-1' });
  expect([{ message: 'Thank you.' }, { reference: 'M-1' }, {}].some((answer) => messageReceipt.safeParse(answer).success)).toBe(false);
});
