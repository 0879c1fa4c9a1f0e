import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import { theApiAnswers, theApiIsDown } from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { aPaidOrder } from '#tests/support/paid-order.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const main = () => within(screen.getByRole('main'));
const valueBy = (term: string | RegExp) => main().getByText(term, { selector: 'dt' }).nextElementSibling;
const path = '/order/getoneorder/:orderId';
const id = 'ABCD-EFGH-JKMN-PQRS';
const seller = 'Flone\nUnit 4\nExampleford';
const invoice = { number: 'INV-000042', date: '2025-06-03T09:00:00.000Z', seller };

test('the owner of a paid order opens its invoice from the account and prints it; a seller without VAT charges none', async () => {
  const ada = await adaIsSignedIn();
  const order = await aPaidOrder({ productId: 'lavender-soap-bar', quantity: 2, userId: ada.id });
  const { user } = await renderAt(paths.accountSection('orders'));
  await user.click(await main().findByRole('button', { name: 'Details' }));
  await user.click(main().getByRole('link', { name: 'Invoice' }));
  expect(await main().findByRole('heading', { level: 1, name: 'Sales invoice INV-000001' })).toBeVisible();
  expect(valueBy('Order ID')).toHaveTextContent(order);
  expect(main().getByRole('cell', { name: 'Lavender soap bar' })).toBeVisible();
  expect(main().getByText('No VAT charged: we’re not registered for VAT.')).toBeVisible();
  expect(main().queryByText(/VAT at/)).not.toBeInTheDocument();
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await user.click(main().getByRole('button', { name: 'Print this page' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
  await user.click(main().getByRole('link', { name: 'Back to the order' }));
  expect(await main().findByRole('textbox', { name: /^Order ID/ })).toHaveValue(order);
});

test('the invoice of a registered seller names number, rate and VAT, the voucher, and what went back as credit notes', async () => {
  theApiAnswers(
    path,
    anOrder({
      _id: id,
      overallTotal: 60,
      goodsTotal: 62,
      deliveryTotal: 3,
      voucher: { code: 'SPRING', discount: 5 },
      invoice: { ...invoice, vat: { number: 'GB 123 4567 89', rate: 20 } },
      moneyBack: [
        { amount: 12, date: '2025-06-05T09:00:00.000Z' },
        { amount: 6, date: '2025-06-07T09:00:00.000Z' },
      ],
    }),
  );
  await renderAt(paths.invoiceOf(id));
  expect(await main().findByRole('heading', { level: 1, name: 'VAT invoice INV-000042' })).toBeVisible();
  expect(main().getByText('VAT registration number: GB 123 4567 89')).toBeVisible();
  for (const [term, value] of [
    ['Invoice date', '3 June 2025'],
    ['Voucher SPRING', '−£5.00'],
    ['Total paid', '£60.00'],
    ['Total without VAT', '£50.00'],
    ['VAT at 20%, included', '£10.00'],
    ['Credit note 1, 5 June 2025', '−£12.00includes VAT of £2.00'],
    ['Credit note 2, 7 June 2025', '−£6.00includes VAT of £1.00'],
    ['Paid after credit notes', '£42.00'],
  ] as const)
    expect(valueBy(term)).toHaveTextContent(value);
});

test('an invoice has a refund that came back and a lost dispute as lines of their own, and counts neither as a credit note that stands', async () => {
  theApiAnswers(
    path,
    anOrder({
      _id: id,
      overallTotal: 60,
      invoice: { ...invoice, vat: { number: 'GB 123 4567 89', rate: 20 } },
      moneyBack: [
        { amount: 12, date: '2025-06-10T09:00:00.000Z' },
        { amount: 30, date: '2025-06-12T09:00:00.000Z', isDispute: true },
      ],
      moneyReturned: [{ amount: 12, date: '2025-06-05T09:00:00.000Z', returned: '2025-06-08T09:00:00.000Z' }],
    }),
  );
  await renderAt(paths.invoiceOf(id));
  expect(await main().findByRole('heading', { level: 1, name: 'VAT invoice INV-000042' })).toBeVisible();
  for (const [term, value] of [
    ['Credit note 1, 5 June 2025', '−£12.00includes VAT of £2.00'],
    ['Credit note 1 taken back, because the refund came back to us, 8 June 2025', '£12.00includes VAT of £2.00'],
    ['Credit note 2, 10 June 2025', '−£12.00includes VAT of £2.00'],
    ['Taken back by your bank, 12 June 2025', '−£30.00'],
    ['Paid after credit notes', '£18.00'],
  ] as const)
    expect(valueBy(term)?.textContent).toBe(value);
});

test('a shopper who opens the invoice of an order and goes back to it hears the heading of each', async () => {
  theApiAnswers(path, anOrder({ _id: id, invoice }));
  const { user } = await renderAt(paths.orderStatusOf(id));
  await user.click(main().getByRole('button', { name: 'Check order status' }));
  await user.click(await main().findByRole('link', { name: 'Invoice' }));
  await expectFocused(main().findByRole('heading', { level: 1, name: 'Sales invoice INV-000042' }));
  await user.click(main().getByRole('link', { name: 'Back to the order' }));
  await expectFocused(main().findByRole('heading', { level: 1, name: 'Order status' }));
});

test('an unpaid order has no invoice, and an unknown one says so', async () => {
  theApiAnswers(path, anOrder({ _id: id, status: 'pending' }));
  const first = await renderAt(paths.invoiceOf(id));
  expect(await main().findByText('There is no invoice for this order, because it is not paid.')).toBeVisible();
  first.unmount();
  theApiAnswers(path, { message: 'We can’t find an order with that ID.' }, 404);
  await renderAt(paths.invoiceOf('nothing'));
  expect(await main().findByRole('alert')).toHaveTextContent('We can’t find an order with that ID.');
});

test('an invoice that cannot be loaded is loaded again on request', async () => {
  theApiIsDown(path);
  const { user } = await renderAt(paths.invoiceOf(id));
  const retry = await main().findByRole('button', { name: 'Try again' });
  theApiAnswers(path, anOrder({ _id: id, invoice }));
  await user.click(retry);
  const heading = await main().findByRole('heading', { level: 1, name: 'Sales invoice INV-000042' });
  expect(heading).toBeVisible();
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(heading);
});
