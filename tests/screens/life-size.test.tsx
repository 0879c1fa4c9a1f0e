import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { card, reductionFor, toMillimetres, toPixels } from '#screens/product/life-size-scale.ts';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const length = fc.double({ min: 1, max: 10_000, noNaN: true });
const whole = fc.integer({ min: 1, max: 10_000 });

describe('the scale of a drawing', () => {
  test('property: millimetres are pixels and millimetres again, whatever the size of the bank card, which is 85.6 mm', () => {
    fc.assert(
      fc.property(length, fc.integer({ min: 220, max: 640 }), (millimetres, cardHeight) => {
        expect(toMillimetres(toPixels(millimetres, cardHeight), cardHeight)).toBeCloseTo(millimetres, 6);
        expect(toPixels(card.height, cardHeight)).toBeCloseTo(cardHeight, 6);
      }),
    );
  });

  test('property: a drawing that is too large for the screen is reduced by the smallest whole number with which it fits', () => {
    fc.assert(
      fc.property(whole, whole, whole, whole, (width, height, across, down) => {
        const fits = (by: number) => width <= across * by && height <= down * by;
        const by = reductionFor({ width, height }, { width: across, height: down });
        expect([by >= 1, Number.isInteger(by), fits(by), by === 1 || !fits(by - 1)]).toEqual([true, true, true, true]);
      }),
    );
  });
});

const open = async (id: string) => {
  const { user } = await renderAt(paths.product(id));
  await user.click(await screen.findByRole('button', { name: 'See its real size' }));
  const dialog = await screen.findByRole('dialog', { name: / real size$/ });
  await within(dialog).findByRole('slider');
  return {
    user,
    dialog: within(dialog),
    widths: () =>
      [...dialog.querySelectorAll('svg[viewBox]:not(.icon)')].map((svg) => Number.parseFloat((svg as SVGElement).style.inlineSize)),
  };
};

describe('a shopper who looks at a product in its real size', () => {
  test('a shopper who looks at a product in its real size calibrates the screen by a bank card, once for all products', async () => {
    const { user, dialog, widths } = await open('bud-vase');
    expect(dialog.getByText(/^9 cm wide and 13 cm high/)).toBeVisible();
    expect(dialog.getByText(/^We guess how large your screen is/)).toBeVisible();
    fireEvent.change(dialog.getByRole('slider', { name: 'Size of the drawn card' }), { target: { value: '300' } });
    expect(await dialog.findByText('Drawn at its real size on your screen.')).toBeVisible();
    const [vase = 0, beside = 0, true_ = 0] = widths();
    expect(vase).toBeCloseTo((90 * 300) / 85.6, 3);
    expect([beside, true_].map((width) => width.toFixed(3))).toEqual(Array(2).fill(((53.98 * 300) / 85.6).toFixed(3)));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'See its real size' }));
    expect(await screen.findByRole('slider')).toHaveValue('300');
    expect(screen.getByRole('slider').closest('details')).not.toHaveAttribute('open');
  });

  test('a shopper who looks at a large product in its real size reads by how much the drawing is reduced, together with the bank card', async () => {
    window.localStorage.setItem('flone:card', '300');
    const { dialog, widths } = await open('knitted-wool-throw');
    const part = Number(/1\/(\d+)/.exec(dialog.getByText(/drawn at 1\/\d+ of their size/).textContent ?? '')?.[1]);
    const [piece = 0, beside = 0] = widths();
    expect(piece).toBeCloseTo((1300 * 300) / 85.6 / part, 3);
    expect(beside).toBeCloseTo((53.98 * 300) / 85.6 / part, 3);
    expect(piece).toBeLessThan(window.innerWidth);
  });

  test('a shopper is offered no life-size drawing of a product whose seller gives no size', async () => {
    await renderAt(paths.product('chopping-board'));
    await screen.findByText(/^Made in/, { selector: '.buy-terms p' });
    expect(screen.queryByRole('button', { name: 'See its real size' })).not.toBeInTheDocument();
  });
});
