import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { paths } from '#shared/paths.ts';
import { calls, theApiAnswers, theApiIsDown, theApiNeverAnswers } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const lookUp = '/refund/getrefundorders/:orderId';
const request = '/refund/requestrefund';
const id = 'ABCD-EFGH-JKMN-PQRS';
const reason = 'It came with a crack in its handle.';

const main = () => within(screen.getByRole('main'));
const searchField = () => main().getByRole('textbox', { name: /^Order ID/ });
const product = () => main().getByRole('combobox', { name: 'Product' });
const reasonField = () => main().getByRole('textbox', { name: /^Reason/ });
const pictureField = () => main().getByLabelText<HTMLInputElement>(/^Pictures/);
const submit = () => main().getByRole('button', { name: 'Submit Refund Request' });
const chosen = () =>
  main()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
/** The banner with this message; its class tells its colour. */
const banner = async (message: string) => (await main().findByText(message)).closest('.refund-banner');
const calledRefund = () => calls.filter((call) => call.includes('/refund/'));

const open = async (over: Partial<Order> = {}) => {
  theApiAnswers(lookUp, anOrder({ _id: id, ...over }));
  const view = await renderAt(paths.refund);
  await view.user.type(searchField(), `${id}{Enter}`);
  await main().findByText('✅ Order found successfully.');
  return view;
};
const aFile = (name: string, type = 'image/jpeg', size = 10) => new File([new Uint8Array(size)], name, { type });
/** As a shopper who drops files of any kind onto the field: the browser's own filter does not see them. */
const choose = (...files: readonly File[]) => fireEvent.change(pictureField(), { target: { files } });

const urls = new Set<string>();
beforeEach(() => {
  urls.clear();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:shop/${urls.size}-${Math.random()}`;
    urls.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    urls.delete(url);
  });
});

describe('the screen', () => {
  test('shows the windows of the policy, and that statutory rights are not affected', {
    tags: [
      'refund.policy-card',
      'refund.window.damaged',
      'refund.window.not-arrived',
      'refund.window.changed-mind',
      'refund.window.reseller',
    ],
  }, async () => {
    await renderAt(paths.refund);
    const policy = within(main().getByRole('region', { name: 'Refund policy' }));
    for (const words of [
      'Claim within 7 days of receipt, with photo or video evidence.',
      'Claim within 10 days from dispatch.',
      'Return the goods in original condition within 14 days of receipt.',
      "Report your buyers' issues within 3 days of delivery.",
      'Your statutory rights are not affected.',
    ])
      expect(policy.getByText(words)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Submit Refund Request' })).not.toBeInTheDocument();
  });

  test('is filled, but not sent, by a link that carries the id', async () => {
    await renderAt(`${paths.refund}?order=${id}`);
    expect(searchField()).toHaveValue(id);
    expect(calledRefund()).toEqual([]);
  });
});

describe('the search', () => {
  test.each(['', '   '])('without an id (%j) warns and asks nothing', { tags: 'refund.search.empty' }, async (typed) => {
    const { user } = await renderAt(paths.refund);
    await user.type(searchField(), `${typed}{Enter}`);
    expect(await banner('⚠️ Please enter an order ID.')).toHaveClass('is-warning');
    expect(searchField()).toHaveAttribute('aria-invalid', 'true');
    expect(calledRefund()).toEqual([]);
  });

  test('says Searching... while it is busy, and asks once', { tags: 'refund.searching' }, async () => {
    theApiNeverAnswers(lookUp);
    const { user } = await renderAt(paths.refund);
    await user.type(searchField(), `  ${id} {Enter}`);
    const button = await main().findByRole('button', { name: 'Searching...' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    await user.type(searchField(), '{Enter}');
    await waitFor(() => expect(calledRefund()).toEqual([`GET /refund/getrefundorders/${id}`]));
  });

  test('finds the order: its customer, status and total, with 2 decimals and a dollar sign', {
    tags: ['refund.search.found', 'refund.details', 'refund.dollars'],
  }, async () => {
    await open({ overallTotal: 61.5 });
    expect(await banner('✅ Order found successfully.')).toHaveClass('is-success');
    await expectFocused(banner('✅ Order found successfully.'));
    const details = within(main().getByRole('region', { name: 'Order details' }));
    expect(details.getByText('Customer name').nextSibling).toHaveTextContent('Ada Byron');
    expect(details.getByText('Status').nextSibling).toHaveTextContent('Delivered');
    expect(details.getByText('Total').nextSibling).toHaveTextContent('$61.50');
    expect(main().getByRole('button', { name: 'Search' })).toBeVisible();
  });

  test.each<[string, () => void]>([
    ['an unknown order', () => theApiAnswers(lookUp, { message: 'No.' }, 404)],
    ['a broken API', () => theApiAnswers(lookUp, 'oh', 500)],
    ['no API', () => theApiIsDown(lookUp)],
    ['something that is no order', () => theApiAnswers(lookUp, { hello: 'world' })],
  ])('clears the order and says so with %s', { tags: ['refund.search.failed', 'refund.search.failed-clears'] }, async (_, happens) => {
    const { user } = await open();
    happens();
    await user.click(main().getByRole('button', { name: 'Search' }));
    expect(await banner('❌ Order not found or pending.')).toHaveClass('is-danger');
    expect(main().queryByRole('region', { name: 'Order details' })).not.toBeInTheDocument();
    expect(main().queryByRole('button', { name: 'Submit Refund Request' })).not.toBeInTheDocument();
    expect(searchField()).toHaveValue(id);
  });

  test('asks the real API, which knows no such order', { tags: 'refund.search' }, async () => {
    const { user } = await renderAt(paths.refund);
    await user.type(searchField(), `${id}{Enter}`);
    expect(await banner('❌ Order not found or pending.')).toBeVisible();
    expect(calledRefund()).toEqual([`GET /refund/getrefundorders/${id}`]);
  });
});

describe('the form', () => {
  test('offers the products of the order, each once', { tags: 'refund.product' }, async () => {
    const mug = { _id: 'stoneware-mug', name: 'Stoneware mug' };
    await open({
      items: [
        { _id: '1', quantity: 1, product: mug, color: 'Oat' },
        { _id: '2', quantity: 1, product: mug, color: 'Ink' },
        { _id: '3', quantity: 3, product: { _id: 'salt-pot', name: 'Salt pot' }, size: 'Large' },
      ],
    });
    const options = within(product()).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['', 'Choose a product'],
      ['stoneware-mug', 'Stoneware mug'],
      ['salt-pot', 'Salt pot (Large)'],
    ]);
  });

  test.each([
    ['neither', '', ''],
    ['no product', '', reason],
    ['no reason', 'stoneware-mug', ''],
    ['a reason of blanks', 'stoneware-mug', '          '],
    ['a reason that says too little', 'stoneware-mug', 'Broken'],
  ])('with %s warns, sends nothing and clears nothing', { tags: 'refund.submit.incomplete' }, async (_, chosenProduct, typed) => {
    const { user } = await open();
    if (chosenProduct) await user.selectOptions(product(), chosenProduct);
    if (typed) await user.type(reasonField(), typed);
    await user.click(submit());
    const warning = await banner('⚠️ Please select a product and provide a reason.');
    expect(warning).toHaveClass('is-warning');
    expect(warning).toHaveFocus();
    expect(product()).toHaveValue(chosenProduct);
    expect(reasonField()).toHaveValue(typed);
    expect(product().getAttribute('aria-invalid') === 'true').toBe(!chosenProduct);
    expect(reasonField().getAttribute('aria-invalid') === 'true').toBe(typed.trim() !== reason);
    expect(calledRefund()).toHaveLength(1);
  });

  test('tells the limits of pictures first, and adds what keeps to them', { tags: 'refund.images' }, async () => {
    const { user } = await open();
    expect(pictureField()).toHaveAccessibleDescription('Up to 6 pictures (JPEG, PNG, WebP or AVIF) of at most 5 MB each.');
    expect(pictureField()).toHaveAttribute('multiple');
    expect(
      pictureField()
        .accept.split(',')
        .every((type) => type.startsWith('image/')),
    ).toBe(true);
    choose(
      aFile('one.jpg'),
      aFile('notes.pdf', 'application/pdf'),
      aFile('drawing.svg', 'image/svg+xml'),
      aFile('huge.png', 'image/png', refundLimits.imageBytes + 1),
      aFile('just.png', 'image/png', refundLimits.imageBytes),
    );
    expect(chosen()).toEqual(['one.jpg', 'just.png']);
    for (const words of ['notes.pdf is not a picture', 'drawing.svg is not a picture', 'huge.png is larger than 5 MB'])
      expect(main().getByText(new RegExp(words))).toBeVisible();
    choose(...['3', '4', '5', '6', '7'].map((name) => aFile(`${name}.webp`, 'image/webp')));
    expect(chosen()).toHaveLength(6);
    expect(main().getByText(/^Only 6 pictures can be sent, so 7\.webp/)).toBeVisible();
    expect(main().queryByText(/notes\.pdf/)).not.toBeInTheDocument();

    await user.click(main().getByRole('button', { name: 'Remove one.jpg' }));
    expect(chosen()).toEqual(['just.png', '3.webp', '4.webp', '5.webp', '6.webp']);
    expect(pictureField()).toHaveFocus();
    expect(urls.size).toBe(5);
  });

  test('gives back what the browser made to show pictures, when the shopper leaves', async () => {
    const { user } = await open();
    choose(aFile('one.jpg'), aFile('two.jpg'));
    expect(urls.size).toBe(2);
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: /privacy/i }));
    await waitFor(() => expect(urls.size).toBe(0));
  });

  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.selectOptions(product(), 'stoneware-mug');
    await user.type(reasonField(), reason);
    choose(aFile('one.jpg'), aFile('two.jpg'));
  };

  test('after a success is cleared, while the order stays', {
    tags: ['refund.submit.success', 'refund.submit.success-clears', 'refund.reason', 'refund.submit-button'],
  }, async () => {
    const view = await open();
    await fill(view);
    theApiAnswers(request, { message: 'Thank you.', reference: 'R-1234-5678' }, 201);
    await view.user.click(submit());
    const success = await banner('✅ Refund request submitted successfully!');
    expect(success).toHaveClass('is-success');
    expect(success).toHaveTextContent('Your reference is R-1234-5678.');
    expect([product(), reasonField()].map((field) => ('value' in field ? field.value : ''))).toEqual(['', '']);
    expect(chosen()).toEqual([]);
    expect(urls.size).toBe(0);
    expect(main().getByText('Ada Byron')).toBeVisible();
    expect(product()).toHaveAttribute('aria-invalid', 'false');
    expect(calledRefund()).toEqual([`GET /refund/getrefundorders/${id}`, 'POST /refund/requestrefund']);
  });

  test('takes any answer of 200 to 299 for a success', async () => {
    const view = await open();
    await fill(view);
    theApiAnswers(request, '', 200);
    await view.user.click(submit());
    expect(await banner('✅ Refund request submitted successfully!')).not.toHaveTextContent('reference');
  });

  test.each<[string, () => void, string]>([
    [
      'a refusal',
      () => theApiAnswers(request, { message: 'We already have it.', errors: { ProductId: 'Already asked.' } }, 409),
      'Already asked.',
    ],
    [
      'a bad picture',
      () => theApiAnswers(request, { message: 'Look.', errors: { additionalImages: 'Picture 2 cannot be read.' } }, 422),
      'Picture 2 cannot be read.',
    ],
    ['a broken API', () => theApiAnswers(request, 'oh', 500), "Something came back that we couldn't read. Please try again in a moment."],
    ['no API', () => theApiIsDown(request), "We can't reach the shop at the moment. Please check your connection and try again."],
  ])('after %s says so and keeps everything', { tags: 'refund.submit.failure' }, async (_, happens, words) => {
    const view = await open();
    await fill(view);
    happens();
    await view.user.click(submit());
    expect(await banner('❌ Failed to submit refund request.')).toHaveClass('is-danger');
    expect(main().getByText(words)).toBeVisible();
    expect(product()).toHaveValue('stoneware-mug');
    expect(reasonField()).toHaveValue(reason);
    expect(chosen()).toEqual(['one.jpg', 'two.jpg']);
    expect(main().getByText('Ada Byron')).toBeVisible();
  });

  test('shows how much is sent, and sends once', async () => {
    const view = await open();
    await fill(view);
    theApiNeverAnswers(request);
    await view.user.click(submit());
    const button = await main().findByRole('button', { name: 'Sending...' });
    expect(main().getByRole('progressbar', { name: 'Sending...' })).toBeVisible();
    await view.user.click(button);
    await waitFor(() => expect(calledRefund()).toHaveLength(2));
  });
});
