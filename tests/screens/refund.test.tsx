import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { paths } from '#shared/paths.ts';
import { allRequestsSettled, calls, theApiAnswers, theApiHolds, theApiIsDown, theApiNeverAnswers } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anotherTabSignsOut, thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const lookupPath = '/refund/getrefundorders/:orderId';
const requestPath = '/refund/requestrefund';
const id = 'ABCD-EFGH-JKMN-PQRS';
const reason = 'It came with a crack in its handle.';

const main = () => within(screen.getByRole('main'));
const searchField = () => main().getByRole('textbox', { name: /^Order ID/ });
const product = () => main().getByRole('combobox', { name: 'Product' });
const reasonField = () => main().getByRole('textbox', { name: /^Reason/ });
const pictureField = () => main().getByLabelText<HTMLInputElement>(/^Pictures/);
const submit = () => main().getByRole('button', { name: 'Submit Refund Request' });
const fileNames = () =>
  main()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const banner = async (message: string) => (await main().findByText(message)).closest('.refund-banner');
const refundCalls = () => calls.filter((call) => call.includes('/refund/'));

const open = async (over: Partial<Order> = {}) => {
  theApiAnswers(lookupPath, anOrder({ _id: id, ...over }));
  const view = await renderAt(paths.refund);
  await typeText(view.user, searchField(), `${id}{Enter}`);
  await main().findByText('✅ Order found successfully.');
  return view;
};
const aFile = (name: string, type = 'image/jpeg', size = 10) => new File([new Uint8Array(size)], name, { type });
/** Like dropping files onto the field, which the browser does not check against `accept`. */
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

describe('the refund page', () => {
  test('the refund page shows the refund windows, and that statutory rights are not affected', {
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
    for (const text of [
      'Claim within 7 days of receipt, with photo or video evidence.',
      'Claim within 10 days from dispatch.',
      'Return the goods in original condition within 14 days of receipt.',
      'Report your buyers’ issues within 3 days of delivery.',
      'Your statutory rights are not affected.',
    ])
      expect(policy.getByText(text)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Submit Refund Request' })).not.toBeInTheDocument();
  });

  test('the refund page asks for nothing without an id, and finds the order of a link with one', async () => {
    theApiAnswers(lookupPath, anOrder({ _id: id }));
    const { unmount } = await renderAt(paths.refund);
    expect(searchField()).toHaveValue('');
    expect(refundCalls()).toEqual([]);
    unmount();
    await renderAt(paths.refundOf(id));
    expect(await main().findByText('✅ Order found successfully.')).toBeVisible();
    expect(searchField()).toHaveValue(id);
    expect(main().getByText('Ada Byron')).toBeVisible();
    expect(refundCalls()).toEqual([`GET /refund/getrefundorders/${id}`]);
  });

  test('the refund page shows no order while another id is typed, nor while that is searched for, and sends only what it shows', async () => {
    const { user } = await open();
    await typeText(user, reasonField(), reason);
    await user.type(searchField(), 'X');
    expect(main().queryByRole('heading', { name: 'Request a refund' })).not.toBeInTheDocument();
    expect(main().getByText('Ada Byron')).not.toBeVisible();
    expect(main().queryByText('✅ Order found successfully.')).not.toBeInTheDocument();
    await user.type(searchField(), '{Backspace}');
    expect(await main().findByRole('heading', { name: 'Request a refund' })).toBeVisible();
    expect(reasonField()).toHaveValue(reason);
    theApiAnswers(lookupPath, anOrder({ _id: 'B', billingInfo: { ...anOrder().billingInfo, firstName: 'Grace' } }));
    const release = theApiHolds(lookupPath);
    await typeText(user, searchField(), 'B{Enter}');
    expect(await main().findByRole('button', { name: 'Searching...' })).toBeVisible();
    expect(main().queryByText('Ada Byron')).not.toBeInTheDocument();
    release();
    expect(await main().findByText('Grace Byron')).toBeVisible();
    expect(main().queryByText('Ada Byron')).not.toBeInTheDocument();
    expect(reasonField()).toHaveValue('');
  });
});

describe('the search for an order to refund', () => {
  test.each(['', '   '])(
    'the search for an order to refund shows a warning without an id (%j), and sends no request',
    { tags: 'refund.search.empty' },
    async (typed) => {
      const { user } = await renderAt(paths.refund);
      await typeText(user, searchField(), `${typed}{Enter}`);
      expect(await banner('⚠️ Please enter an order ID.')).toHaveClass('is-warning');
      expect(searchField()).toHaveAttribute('aria-invalid', 'true');
      expect(refundCalls()).toEqual([]);
      await user.type(searchField(), 'A');
      await waitFor(() => expect(main().queryByText('⚠️ Please enter an order ID.')).not.toBeInTheDocument());
    },
  );

  test('the search for an order to refund shows Searching... during the request, which is sent once', {
    tags: 'refund.searching',
  }, async () => {
    theApiNeverAnswers(lookupPath);
    const { user } = await renderAt(paths.refund);
    await typeText(user, searchField(), `  ${id} {Enter}`);
    const button = await main().findByRole('button', { name: 'Searching...' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    await user.type(searchField(), '{Enter}');
    await waitFor(() => expect(refundCalls()).toEqual([`GET /refund/getrefundorders/${id}`]));
  });

  test('the search for an order to refund shows customer, status and total of the order, with 2 decimals and a dollar sign', {
    tags: ['refund.search.found', 'refund.details', 'refund.dollars'],
  }, async () => {
    await open({ overallTotal: 61.5 });
    expect(await banner('✅ Order found successfully.')).toHaveClass('is-success');
    await expectFocused(banner('✅ Order found successfully.'));
    const details = within(main().getByRole('region', { name: 'Order details' }));
    expect(details.getByText('You paid').nextSibling).toHaveTextContent('£61.50');
    expect(details.getByText('Customer name').nextSibling).toHaveTextContent('Ada Byron');
    expect(details.getByText('Status').nextSibling).toHaveTextContent('Delivered');
    expect(details.getByText('Total').nextSibling).toHaveTextContent('$61.50');
    expect(main().getByRole('button', { name: 'Search' })).toBeVisible();
  });

  test.each<[string, () => void]>([
    ['an unknown order', () => theApiAnswers(lookupPath, { message: 'No.' }, 404)],
    ['a broken API', () => theApiAnswers(lookupPath, 'oh', 500)],
    ['no API', () => theApiIsDown(lookupPath)],
    ['an invalid response', () => theApiAnswers(lookupPath, { hello: 'world' })],
  ])(
    'the search for an order to refund removes the order and shows an error after %s',
    { tags: ['refund.search.failed', 'refund.search.failed-clears'] },
    async (_, setUpFailure) => {
      const { user } = await open();
      setUpFailure();
      await user.click(main().getByRole('button', { name: 'Search' }));
      expect(await banner('❌ Order not found or pending.')).toHaveClass('is-danger');
      expect(main().queryByRole('region', { name: 'Order details' })).not.toBeInTheDocument();
      expect(main().queryByRole('button', { name: 'Submit Refund Request' })).not.toBeInTheDocument();
      expect(searchField()).toHaveValue(id);
    },
  );

  test('the search for an order to refund shows an error when the API does not know the order', { tags: 'refund.search' }, async () => {
    const { user } = await renderAt(paths.refund);
    await typeText(user, searchField(), `${id}{Enter}`);
    expect(await banner('❌ Order not found or pending.')).toHaveTextContent('Check the ID, or wait until the payment has gone through.');
    expect(refundCalls()).toEqual([`GET /refund/getrefundorders/${id}`]);
  });
});

describe('the refund form', () => {
  test('the refund form offers the products of the order, each once', { tags: 'refund.product' }, async () => {
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
    ['a reason that is too short', 'stoneware-mug', 'Broken'],
  ])(
    'the refund form shows a warning with %s, sends nothing and stays filled in',
    { tags: 'refund.submit.incomplete' },
    async (_, chosenProduct, typed) => {
      const { user } = await open();
      if (chosenProduct) await user.selectOptions(product(), chosenProduct);
      if (typed) await typeText(user, reasonField(), typed);
      await user.click(submit());
      const warning = await banner('⚠️ Please select a product and provide a reason.');
      expect(warning).toHaveClass('is-warning');
      expect(warning).toHaveFocus();
      // As in other forms, each mistake is a link to its field.
      const links = within(warning as HTMLElement).getAllByRole('link');
      expect(links).toHaveLength(Number(!chosenProduct) + Number(typed.trim() !== reason));
      await user.click(within(warning as HTMLElement).getByRole('link', { name: chosenProduct ? /^Tell us/ : 'Choose a product' }));
      expect(chosenProduct ? reasonField() : product()).toHaveFocus();
      expect(product()).toHaveValue(chosenProduct);
      expect(reasonField()).toHaveValue(typed);
      expect(product().getAttribute('aria-invalid') === 'true').toBe(!chosenProduct);
      expect(reasonField().getAttribute('aria-invalid') === 'true').toBe(typed.trim() !== reason);
      expect(refundCalls()).toHaveLength(1);
    },
  );

  test('the refund form states the limits of pictures, and adds only the files within them', { tags: 'refund.images' }, async () => {
    const { user } = await open();
    expect(pictureField()).toHaveAccessibleDescription('Up to 6 pictures (JPEG, PNG, WebP or AVIF) of at most 5\u00a0MB each.');
    expect(pictureField()).toHaveAttribute('multiple');
    expect(
      pictureField()
        .accept.split(',')
        .every((type) => type.startsWith('image/')),
    ).toBe(true);
    choose(
      aFile('one.jpg'),
      aFile('notes.pdf', 'application/pdf'),
      aFile('IMG_2057.HEIC', ''),
      aFile('drawing.svg', 'image/svg+xml'),
      new File([], 'empty.png', { type: 'image/png' }),
      aFile('huge.png', 'image/png', refundLimits.imageBytes + 1),
      aFile('just.png', 'image/png', refundLimits.imageBytes),
    );
    expect(fileNames()).toEqual(['one.jpg', 'just.png']);
    for (const text of [
      'notes.pdf isn’t a picture',
      'IMG_2057.HEIC isn’t added: iPhone pictures of this kind',
      'drawing.svg isn’t a picture',
      'empty.png isn’t a picture',
      'huge.png is larger than 5 MB',
    ])
      expect(main().getByText(new RegExp(text)).closest('[role=status]')).toBeVisible();
    choose(...['3', '4', '5', '6', '7'].map((name) => aFile(`${name}.webp`, 'image/webp')));
    expect(fileNames()).toHaveLength(6);
    expect(main().getByText(/^You can send up to 6 pictures, so we didn’t add 7\.webp/)).toBeVisible();
    expect(main().queryByText(/notes\.pdf/)).not.toBeInTheDocument();

    await user.click(main().getByRole('button', { name: 'Remove one.jpg' }));
    expect(fileNames()).toEqual(['just.png', '3.webp', '4.webp', '5.webp', '6.webp']);
    expect(pictureField()).toHaveFocus();
    expect(urls.size).toBe(5);
  });

  test('the refund form revokes the object URLs of the previews when the shopper leaves the page', async () => {
    const { user } = await open();
    choose(aFile('one.jpg'), aFile('two.jpg'));
    expect(urls.size).toBe(2);
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: /privacy/i }));
    await waitFor(() => expect(urls.size).toBe(0));
  });

  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.selectOptions(product(), 'stoneware-mug');
    await typeText(user, reasonField(), reason);
    choose(aFile('one.jpg'), aFile('two.jpg'));
  };

  test('the refund form is cleared after a success, and the order stays', {
    tags: ['refund.submit.success', 'refund.submit.success-clears', 'refund.reason', 'refund.submit-button'],
  }, async () => {
    const view = await open();
    await fill(view);
    theApiAnswers(requestPath, { message: 'Thank you.', reference: 'R-1234-5678' }, 201);
    await view.user.click(submit());
    const success = await banner('✅ Refund request submitted successfully!');
    expect(success).toHaveTextContent('We answer within five working days.');
    expect(main().getByRole('heading', { name: 'Request another refund' })).toBeVisible();
    expect(success).toHaveClass('is-success');
    expect(success).toHaveTextContent('Your reference is R-1234-5678.');
    expect([product(), reasonField()].map((field) => ('value' in field ? field.value : ''))).toEqual(['', '']);
    expect(fileNames()).toEqual([]);
    expect(urls.size).toBe(0);
    expect(main().getByText('Ada Byron')).toBeVisible();
    expect(product()).toHaveAttribute('aria-invalid', 'false');
    expect(refundCalls()).toEqual([`GET /refund/getrefundorders/${id}`, 'POST /refund/requestrefund']);
  });

  test('the refund form treats a 200 with an empty body as a success', async () => {
    const view = await open();
    await fill(view);
    theApiAnswers(requestPath, '', 200);
    await view.user.click(submit());
    expect(await banner('✅ Refund request submitted successfully!')).not.toHaveTextContent('reference');
  });

  test.each<[string, () => void, string]>([
    [
      'a refusal',
      () => theApiAnswers(requestPath, { message: 'We already have it.', errors: { ProductId: 'Already asked.' } }, 409),
      'Already asked.',
    ],
    [
      'a bad picture',
      () => theApiAnswers(requestPath, { message: 'Look.', errors: { additionalImages: 'Picture 2 cannot be read.' } }, 422),
      'Picture 2 cannot be read.',
    ],
    ['a broken API', () => theApiAnswers(requestPath, 'oh', 500), 'Something went wrong on our side. Please try again in a moment.'],
    ['no API', () => theApiIsDown(requestPath), 'We can’t reach the shop at the moment. Please check your connection and try again.'],
  ])('the refund form shows an error after %s and stays filled in', { tags: 'refund.submit.failure' }, async (_, setUpFailure, text) => {
    const view = await open();
    await fill(view);
    setUpFailure();
    await view.user.click(submit());
    expect(await banner('❌ Failed to submit refund request.')).toHaveClass('is-danger');
    expect(main().getByText(text)).toBeVisible();
    expect(product()).toHaveValue('stoneware-mug');
    expect(reasonField()).toHaveValue(reason);
    expect(fileNames()).toEqual(['one.jpg', 'two.jpg']);
    expect(main().getByText('Ada Byron')).toBeVisible();
  });

  test('the refund form is there again after a reload or Back, with what was typed as the reason', async () => {
    const before = await open();
    await before.user.selectOptions(product(), 'stoneware-mug');
    await typeText(before.user, reasonField(), reason);
    before.unmount();
    await renderAt(paths.refundOf(id));
    await waitFor(() => expect(reasonField()).toHaveValue(reason));
    expect(searchField()).toHaveValue(id);
    expect(product()).toHaveValue('stoneware-mug');
  });

  test('the refund form shows the upload progress, and is sent once', async () => {
    const view = await open();
    await fill(view);
    theApiNeverAnswers(requestPath);
    await view.user.click(submit());
    const button = await main().findByRole('button', { name: 'Sending...' });
    expect(main().getByRole('progressbar', { name: 'Sending...' })).toBeVisible();
    await view.user.click(button);
    await waitFor(() => expect(refundCalls()).toHaveLength(2));
  });
});

describe('the refund page when the connection is lost for a moment', () => {
  const lookup = `GET /refund/getrefundorders/${id}`;
  /** What the store has is rendered. */
  const aFrame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  /** The call made again is on its way for a frame or more, then has its answer. */
  const blink = async () => {
    const answer = theApiHolds(lookupPath);
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(refundCalls().filter((call) => call === lookup)).toHaveLength(2));
    await aFrame();
    answer();
    await act(allRequestsSettled);
  };

  test('a connection that returns moves neither the focus out of the reason nor announces the order again', async () => {
    const { user } = await open();
    const found = await banner('✅ Order found successfully.');
    await typeText(user, reasonField(), reason);
    reasonField().focus();
    await blink();
    expect(reasonField()).toHaveFocus();
    expect(found).toBeInTheDocument();
  });

  test('a connection that returns leaves the reference of the request in sight', async () => {
    theApiAnswers(requestPath, { reference: 'R-1234' });
    const { user } = await open();
    await user.selectOptions(product(), within(product()).getAllByRole<HTMLOptionElement>('option')[1]?.value ?? '');
    await typeText(user, reasonField(), reason);
    await user.click(submit());
    expect(await main().findByText(/R-1234/)).toBeVisible();
    await blink();
    expect(main().getByText(/R-1234/)).toBeVisible();
    expect(main().queryByText('✅ Order found successfully.')).not.toBeInTheDocument();
  });

  test('a lookup that fails when the connection returns leaves the form with its pictures', async () => {
    const { store } = await open();
    choose(aFile('crack.jpg'));
    expect(await main().findByText(/crack\.jpg/)).toBeVisible();
    theApiIsDown(lookupPath);
    await blink();
    const states = () => Object.values(store.getState().shopApi.queries).map((query) => query?.status);
    await waitFor(() => expect(states()).toContain('rejected'));
    await aFrame();
    expect(main().getByText(/crack\.jpg/)).toBeVisible();
  });
});

describe('the refund page of a tab that was frozen while another one signed out', () => {
  test('the refund page shows the next person at a frozen tab neither the order that was found nor what was typed about it', async () => {
    const frozen = await open();
    await frozen.user.selectOptions(product(), 'salt-pot');
    await typeText(frozen.user, reasonField(), reason);
    choose(aFile('crack.jpg'));
    expect(fileNames()).toHaveLength(1);
    anotherTabSignsOut();
    thisTabIsShownAgain();
    expect(frozen.reload).toHaveBeenCalledOnce();
    frozen.unmount();
    const { user } = await renderAt(paths.refund);
    expect(searchField()).toHaveValue('');
    expect(main().queryByRole('heading', { name: 'Request a refund' })).not.toBeInTheDocument();
    for (const text of ['✅ Order found successfully.', 'crack.jpg', reason]) expect(main().queryByText(text)).not.toBeInTheDocument();
    expect(urls.size).toBe(0);
    await typeText(user, searchField(), `${id}{Enter}`);
    expect(await main().findByText('✅ Order found successfully.')).toBeVisible();
    expect(reasonField()).toHaveValue('');
  });
});
