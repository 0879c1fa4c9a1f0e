import { describe, expect, test } from 'vitest';
import {
  reportReasons,
  reviewAccess,
  reviewDraft,
  reviewForm,
  reviewLimits,
  reviewMailStop,
  reviewPage,
  reviewReport,
  starCounts,
} from '#contract/review.ts';
import { expectFields } from '#tests/support/schema-fields.ts';

const access = { productId: 'mug', key: 'ABCD-EFGH-JKMN-PQRS' };
const form = { ...access, stars: '5', author: 'Ada M.', text: 'It keeps my tea warm.' };
const accepts = (over: object): boolean => reviewForm.safeParse({ ...form, ...over }).success;

describe('a review that is written', () => {
  test('a review has a product, what shows that it was bought, one to five stars, a name and a text', () => {
    expectFields(reviewAccess, access, {}, ['', 'x'.repeat(101)]);
    expect(starCounts.map((stars) => reviewForm.parse({ ...form, stars: String(stars) }).stars)).toEqual([5, 4, 3, 2, 1]);
    expect(reviewForm.parse({ ...form, author: ' Ada M. ', text: `\n${form.text} ` })).toEqual({ ...form, stars: 5 });
    for (const field of Object.keys(form)) expect(accepts({ [field]: undefined })).toBe(false);
    for (const stars of ['0', '6', '4.5', '', 5]) expect(accepts({ stars })).toBe(false);
  });

  test.each([
    ['author', 1, reviewLimits.author],
    ['text', reviewLimits.text.min, reviewLimits.text.max],
  ])('a review has a field %s of %i to %i characters', (field, min, max) => {
    expect([min - 1, min, max, max + 1].map((length) => accepts({ [field]: 'x'.repeat(length) }))).toEqual([false, true, true, false]);
  });

  test('the photographs of the version before are removed only by an explicit flag', () => {
    expect(accepts({ removeImages: 'true' })).toBe(true);
    for (const removeImages of ['', 'false', true]) expect(accepts({ removeImages })).toBe(false);
  });
});

test('the author of a review sees its last version with its state, and at first a suggested name alone', () => {
  const draft = { productName: 'Mug', state: 'new', images: 0, isByMail: true };
  for (const state of ['new', 'waiting', 'approved', 'declined', 'removed'])
    expectFields(reviewDraft, { ...draft, state }, { author: 'Ada', stars: 4, text: 'Warm.' });
  expect(reviewDraft.parse(draft)).toEqual({ ...draft, author: '', text: '' });
  expect(reviewDraft.safeParse({ ...draft, state: 'lost' }).success).toBe(false);
});

test('a report names a review and one of the known reasons, and mails that ask for reviews are stopped by their key', () => {
  for (const reason of reportReasons) expectFields(reviewReport, { reference: 'R-1', reason }, {}, ['', 'x'.repeat(41)]);
  expectFields(reviewMailStop, { key: 'token' }, {}, ['', 'x'.repeat(101)]);
});

describe('a page of reviews', () => {
  const review = { reference: 'R-1', author: 'Ada M.', stars: 5, text: 'Warm.', at: '2025-09-01', images: ['/a.webp'], reply: 'Thanks.' };
  const page = { items: [review], count: 1, page: 1, pages: 1, stars: [1, 0, 0, 0, 0] };
  const withReview = (over: object) => reviewPage.safeParse({ ...page, items: [{ ...review, ...over }] });

  test('a page of reviews has its reviews, the number of all, and how many have five, four, three, two and one star', () => {
    expectFields(reviewPage, page, {}, [-1, 1.5]);
    expect(withReview({ reply: undefined }).data?.items[0]?.reply).toBe('');
    expect(reviewPage.safeParse({ ...page, stars: [-1] }).success).toBe(false);
  });

  test.each([{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { images: [7] }, { author: undefined }, { reference: undefined }])(
    'a page with the review %j is refused',
    (over) => {
      expect(withReview(over).success).toBe(false);
    },
  );
});
